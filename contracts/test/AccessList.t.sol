// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {AccessList} from "../src/AccessList.sol";
import {IAccessList} from "../src/interfaces/IAccessList.sol";
import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {SafeDeployment} from "./SafeDeployment.sol";
import {BurnsAndAnswers, GasBurner} from "./actors/OwnerActors.sol";

/// @notice Alice holds a lab, Bob is a contributor.
abstract contract AccessListBase is SafeDeployment {
    uint256 internal constant BOB_KEY = 0xb0b;
    bytes32 internal constant FILE = keccak256("did of a file");
    bytes32 internal constant FOLDER = keccak256("did of a folder");

    AccessList internal list;
    bytes32 internal lab;
    bytes32 internal otherLab;
    uint256 internal tokenId;

    function setUp() public virtual override {
        super.setUp();
        list = new AccessList(resolver);
        (, tokenId, lab) = mintLab(alice);
        (, , otherLab) = mintLab(carol);
        _role(bob, 2, 0);
    }

    function _role(address account, uint8 role, uint64 expiry) internal {
        vm.prank(alice);
        resolver.grantRole(lab, account, role, expiry, false);
    }

    function _grant(address by, address reader) internal {
        vm.prank(by);
        list.grant(lab, FILE, reader, 0);
    }

    function _refuses(address by) internal {
        vm.prank(by);
        vm.expectRevert(abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, by));
    }

    function _listed(address reader) internal view returns (bool) {
        (bool listed, , ) = list.entryOf(lab, FILE, reader);
        vm.assertEq(listed, list.isListed(lab, FILE, reader));
        return listed;
    }
}

contract AccessListTest is AccessListBase {
    function test_theHolderListsAReaderOfOneSubjectOfOneLab() external {
        vm.expectEmit(true, true, true, true, address(list));
        emit IAccessList.Listed(lab, FILE, outsider, 0, address(0), 0);
        _grant(alice, outsider);
        vm.assertTrue(_listed(outsider));
        vm.assertFalse(list.isListed(lab, FOLDER, outsider));
        vm.assertFalse(list.isListed(otherLab, FILE, outsider));
        vm.assertFalse(_listed(carol));
        vm.assertFalse(_listed(alice));
    }

    function test_theExpiryIsAnnounced() external {
        uint48 expiry = uint48(block.timestamp) + 1 days;
        vm.expectEmit(true, true, true, true, address(list));
        emit IAccessList.Listed(lab, FILE, outsider, expiry, address(0), 0);
        vm.prank(alice);
        list.grant(lab, FILE, outsider, expiry);
    }

    function test_aContributorListsAReader() external {
        vm.expectEmit(true, true, true, true, address(list));
        emit IAccessList.Listed(lab, FILE, outsider, 0, bob, 0);
        _grant(bob, outsider);
        (bool listed, uint48 expiry, address granter) = list.entryOf(lab, FILE, outsider);
        vm.assertTrue(listed);
        vm.assertEq(uint256(expiry), 0);
        vm.assertEq(granter, bob);
    }

    function test_viewersAdministratorsAndStrangersListNobody() external {
        _role(carol, 1, 0);
        address[5] memory others = [carol, admin, guardian, outsider, labNft.accountOf(tokenId)];
        for (uint256 i = 0; i < others.length; ++i) {
            _refuses(others[i]);
            list.grant(lab, FILE, others[i], 0);
        }
        vm.prank(outsider, alice);
        vm.expectRevert(abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, outsider));
        list.grant(lab, FILE, outsider, 0);
    }

    function test_anOwnerOfTheSafeIsNoWriterAndTheSafeIs() external {
        address safe = newSafe(alice);
        vm.prank(alice);
        labNft.transferFrom(alice, safe, tokenId);
        vm.assertTrue(resolver.hasRole(lab, alice, 2));
        _refuses(alice);
        list.grant(lab, FILE, outsider, 0);
        _grant(safe, outsider);
        vm.assertTrue(_listed(outsider));
    }

    function test_anExpiredContributorListsAndRevokesNothing() external {
        uint64 end = uint64(block.timestamp) + 1 days;
        _role(carol, 2, end);
        _grant(carol, outsider);
        _grant(bob, admin);
        vm.warp(end - 1);
        vm.assertTrue(_listed(outsider));
        vm.warp(end);
        vm.assertFalse(_listed(outsider));
        _refuses(carol);
        list.grant(lab, FILE, outsider, 0);
        _refuses(carol);
        list.revoke(lab, FILE, admin);
        vm.assertTrue(_listed(admin));
    }

    function test_anEntryEndsAtItsSecond() external {
        uint48 end = uint48(block.timestamp) + 1 hours;
        vm.prank(alice);
        list.grant(lab, FILE, outsider, end);
        (, uint48 expiry, ) = list.entryOf(lab, FILE, outsider);
        vm.assertEq(uint256(expiry), end);
        vm.warp(end - 1);
        vm.assertTrue(_listed(outsider));
        vm.warp(end);
        vm.assertFalse(_listed(outsider));
        (, expiry, ) = list.entryOf(lab, FILE, outsider);
        vm.assertEq(uint256(expiry), 0);
    }

    function test_anExpiryIsLaterThanNowAndWithin100Years() external {
        uint48 now_ = uint48(block.timestamp);
        uint48[4] memory refused = [now_, 1, now_ + 36_525 days + 1, type(uint48).max];
        for (uint256 i = 0; i < refused.length; ++i) {
            vm.prank(alice);
            vm.expectRevert(abi.encodeWithSelector(IAccessList.InvalidExpiry.selector, refused[i]));
            list.grant(lab, FILE, outsider, refused[i]);
        }
        vm.startPrank(alice);
        list.grant(lab, FILE, outsider, now_ + 36_525 days);
        list.grant(lab, FILE, outsider, now_ + 1);
        vm.expectRevert(IAccessList.ZeroAddress.selector);
        list.grant(lab, FILE, address(0), 0);
        vm.stopPrank();
    }

    function test_anUnknownLabHasNoList() external {
        bytes32 forged = lab ^ bytes32(uint256(1));
        vm.assertFalse(list.isListed(forged, FILE, outsider));
        bytes memory unknown = abi.encodeWithSelector(IAccessResolver.InvalidOclId.selector, forged);
        vm.startPrank(alice);
        vm.expectRevert(unknown);
        list.grant(forged, FILE, outsider, 0);
        vm.expectRevert(unknown);
        list.revokeAll(forged);
        vm.expectRevert(unknown);
        list.endEntriesOf(forged, bob);
        vm.expectRevert(unknown);
        list.epochOf(forged);
        vm.stopPrank();
    }

    function test_holderReaderAndContributorsRevoke() external {
        address[4] memory revokers = [alice, outsider, bob, carol];
        _role(carol, 2, 0);
        for (uint256 i = 0; i < revokers.length; ++i) {
            _grant(bob, outsider);
            vm.expectEmit(true, true, true, true, address(list));
            emit IAccessList.Unlisted(lab, FILE, outsider, revokers[i]);
            vm.prank(revokers[i]);
            list.revoke(lab, FILE, outsider);
            vm.assertFalse(_listed(outsider));
        }
        vm.recordLogs();
        vm.prank(guardian);
        list.revoke(lab, FILE, outsider);
        vm.assertEq(vm.getRecordedLogs().length, 0);
    }

    function test_whatTheHolderListedNoContributorChanges() external {
        vm.prank(alice);
        list.grant(lab, FILE, outsider, uint48(block.timestamp) + 1 hours);
        _refuses(bob);
        list.revoke(lab, FILE, outsider);
        _refuses(bob);
        list.grant(lab, FILE, outsider, 0);
        vm.warp(block.timestamp + 1 hours);
        _grant(bob, outsider);
        vm.assertTrue(_listed(outsider));
        _grant(alice, outsider);
        _refuses(bob);
        list.revoke(lab, FILE, outsider);
    }

    function test_strangersRevokeNothing() external {
        _grant(bob, outsider);
        address[3] memory others = [carol, admin, guardian];
        for (uint256 i = 0; i < others.length; ++i) {
            _refuses(others[i]);
            list.revoke(lab, FILE, outsider);
            _refuses(others[i]);
            list.revokeAll(lab);
        }
        _refuses(bob);
        list.revokeAll(lab);
        vm.assertTrue(_listed(outsider));
    }

    function test_theEntriesOfAContributorFallWithTheRole() external {
        _grant(bob, outsider);
        _role(bob, 1, 0);
        vm.assertFalse(_listed(outsider));
        // They would come back with the role, unless somebody ends them: anybody may, while the role is ended.
        _role(bob, 2, 0);
        vm.assertTrue(_listed(outsider));
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        vm.expectEmit(true, true, true, true, address(list));
        emit IAccessList.EntriesEnded(lab, bob, guardian);
        vm.prank(guardian);
        list.endEntriesOf(lab, bob);
        _role(bob, 2, 0);
        vm.assertFalse(_listed(outsider));
        _grant(bob, outsider);
        vm.assertTrue(_listed(outsider));
    }

    function test_theEntriesOfAContributorAreEndedByTheHolderOnly() external {
        _grant(bob, outsider);
        _grant(alice, carol);
        address[3] memory others = [bob, outsider, guardian];
        for (uint256 i = 0; i < others.length; ++i) {
            _refuses(others[i]);
            list.endEntriesOf(lab, bob);
        }
        vm.prank(alice);
        vm.expectRevert(IAccessList.ZeroAddress.selector);
        list.endEntriesOf(lab, address(0));
        vm.prank(alice);
        list.endEntriesOf(lab, bob);
        vm.assertFalse(_listed(outsider));
        vm.assertTrue(_listed(carol));
    }

    function test_theHolderRevokesAllAtOnce() external {
        _grant(alice, outsider);
        _grant(bob, carol);
        vm.expectEmit(true, true, true, true, address(list));
        emit IAccessList.AllUnlisted(lab, 1, alice);
        vm.prank(alice);
        list.revokeAll(lab);
        vm.assertFalse(_listed(outsider));
        vm.assertFalse(_listed(carol));
        vm.assertEq(uint256(list.epochOf(lab)), 1);
        vm.assertEq(uint256(list.epochOf(otherLab)), 0);
        vm.assertTrue(resolver.hasRole(lab, bob, 2));
        _grant(alice, outsider);
        vm.assertTrue(_listed(outsider));
    }

    /// @notice `revokeAll` of the roles ends the entries too, so that a buyer needs to know one call only.
    function test_theEndOfAllRolesEndsAllEntries() external {
        _grant(alice, outsider);
        _grant(bob, carol);
        vm.prank(alice);
        resolver.revokeAll(lab);
        vm.assertFalse(_listed(outsider));
        _role(bob, 2, 0);
        vm.assertFalse(_listed(carol));
        vm.assertEq(uint256(list.epochOf(lab)), 1);
        vm.prank(alice);
        list.revokeAll(lab);
        vm.assertEq(uint256(list.epochOf(lab)), 2);
    }

    /// @notice Marks are sums. One end and another one are not the same as none.
    function testFuzz_anEndedEntryNeverComesBack(uint8[10] memory steps) external {
        _grant(bob, outsider);
        _grant(alice, carol);
        (bool bobs, bool alices) = (true, true);
        for (uint256 i = 0; i < steps.length; ++i) {
            uint256 step = steps[i] % 4;
            vm.startPrank(alice);
            if (step == 0) list.revokeAll(lab);
            if (step == 1) resolver.revokeAll(lab);
            if (step == 2) list.endEntriesOf(lab, bob);
            vm.stopPrank();
            _role(bob, 2, 0);
            (bobs, alices) = (bobs && step == 3, alices && step >= 2);
            vm.assertEq(_listed(outsider), bobs);
            vm.assertEq(_listed(carol), alices);
        }
    }

    function test_aSaleEndsNoEntryAndTheBuyerEndsThem() external {
        _grant(alice, outsider);
        vm.prank(alice);
        labNft.transferFrom(alice, carol, tokenId);
        vm.assertTrue(_listed(outsider));
        _refuses(alice);
        list.grant(lab, FOLDER, outsider, 0);
        _refuses(alice);
        list.revokeAll(lab);
        vm.prank(carol);
        list.revokeAll(lab);
        vm.assertFalse(_listed(outsider));
    }

    function test_whileGrantsArePausedNobodyIsListedAndEntriesEnd() external {
        _grant(alice, outsider);
        _grant(bob, carol);
        vm.prank(guardian);
        resolver.pause();
        vm.prank(alice);
        vm.expectRevert(IAccessList.GrantsPaused.selector);
        list.grant(lab, FILE, guardian, 0);
        vm.assertTrue(_listed(outsider));
        vm.prank(alice);
        list.revoke(lab, FILE, outsider);
        vm.assertFalse(_listed(outsider));
        vm.prank(alice);
        list.revokeAll(lab);
        vm.assertFalse(_listed(carol));
        vm.warp(block.timestamp + 7 days);
        _grant(alice, outsider);
    }

    /// @notice The contract that holds the lab is not called, however it behaves.
    function test_aQuestionTakesLessThan100000Gas() external {
        _grant(bob, outsider);
        address[2] memory holders = [address(new GasBurner()), address(new BurnsAndAnswers())];
        address holder = alice;
        for (uint256 i = 0; i < holders.length; ++i) {
            vm.prank(holder);
            labNft.transferFrom(holder, holders[i], tokenId);
            holder = holders[i];
            uint256 before = gasleft();
            vm.assertTrue(list.isListed(lab, FILE, outsider));
            vm.assertFalse(list.isListed(lab, FILE, carol));
            vm.assertTrue(before - gasleft() < 100_000);
        }
    }

    function test_itReadsTheRolesOfOneResolver() external view {
        vm.assertEq(address(list.resolver()), address(resolver));
    }
}

contract AccessListClaimTest is AccessListBase {
    uint256 private constant LINK_KEY = 0x1171c;
    address private immutable link = vm.addr(LINK_KEY);

    function test_aClaimThatTheHolderSignedListsAReader() external {
        IAccessList.Claim memory claim = _claim(alice);
        vm.expectEmit(true, true, true, true, address(list));
        emit IAccessList.Listed(lab, FILE, outsider, 0, address(0), list.hashClaim(claim));
        _redeem(claim, ALICE_KEY, outsider);
        vm.assertTrue(_listed(outsider));
        vm.assertEq(uint256(list.usesOf(list.hashClaim(claim))), 1);
    }

    function test_aClaimOfAContributorFallsWithTheContributor() external {
        _redeem(_claim(bob), BOB_KEY, outsider);
        (, , address granter) = list.entryOf(lab, FILE, outsider);
        vm.assertEq(granter, bob);
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        vm.assertFalse(_listed(outsider));
    }

    /// @notice A Safe with two owners: none of them signs alone.
    function test_aSafeSignsAClaim() external {
        address safe = newSafe(alice);
        vm.prank(alice);
        labNft.transferFrom(alice, safe, tokenId);
        IAccessList.Claim memory claim = _claim(safe);
        bytes32 hash = list.hashClaim(claim);
        _refusesRedemption(claim, sign(ALICE_KEY, hash), abi.encodeWithSelector(IAccessList.InvalidSignature.selector, safe));
        bytes memory signature = sign(ALICE_KEY, _safeMessage(safe, hash));
        list.redeem(claim, signature, outsider, _keySignature(claim, outsider));
        vm.assertTrue(_listed(outsider));
        // Its owner signs nothing in the name of the lab.
        IAccessList.Claim memory own = _claim(alice);
        _refusesRedemption(
            own,
            sign(ALICE_KEY, list.hashClaim(own)),
            abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, alice)
        );
    }

    function test_aClaimIsRedeemedOnce() external {
        IAccessList.Claim memory claim = _claim(alice);
        _redeem(claim, ALICE_KEY, outsider);
        bytes memory used = abi.encodeWithSelector(IAccessList.ClaimUsed.selector, list.hashClaim(claim));
        _refusesRedemption(claim, _signature(claim, ALICE_KEY), used);
        vm.prank(alice);
        list.revoke(lab, FILE, outsider);
        _refusesRedemption(claim, _signature(claim, ALICE_KEY), used);
    }

    function test_aClaimOfSeveralUsesListsSoManyReaders() external {
        IAccessList.Claim memory claim = _claim(alice);
        claim.uses = 3;
        address[3] memory readers = [outsider, carol, admin];
        for (uint256 i = 0; i < 3; ++i) _redeem(claim, ALICE_KEY, readers[i]);
        for (uint256 i = 0; i < 3; ++i) vm.assertTrue(_listed(readers[i]));
        bytes32 hash = list.hashClaim(claim);
        bytes memory signature = _signature(claim, ALICE_KEY);
        bytes memory keySignature = _keySignature(claim, guardian);
        vm.expectRevert(abi.encodeWithSelector(IAccessList.ClaimUsed.selector, hash));
        list.redeem(claim, signature, guardian, keySignature);
    }

    /// @notice What stands in the call data of a redemption lists nobody again: neither a reader who was revoked, nor anybody
    /// else, and it uses nothing up.
    function test_aRedemptionIsNotReplayed() external {
        IAccessList.Claim memory claim = _claim(alice);
        claim.uses = 3;
        _redeem(claim, ALICE_KEY, outsider);
        vm.prank(alice);
        list.revoke(lab, FILE, outsider);
        bytes32 hash = list.hashClaim(claim);
        _refusesRedemption(
            claim,
            _signature(claim, ALICE_KEY),
            abi.encodeWithSelector(IAccessList.AlreadyRedeemed.selector, hash, outsider)
        );
        vm.assertEq(uint256(list.usesOf(hash)), 1);
        vm.assertFalse(_listed(outsider));
        bytes memory signature = _signature(claim, ALICE_KEY);
        bytes memory keySignature = _keySignature(claim, outsider);
        vm.expectRevert(abi.encodeWithSelector(IAccessList.InvalidSignature.selector, link));
        list.redeem(claim, signature, carol, keySignature);
    }

    function test_whoHasTheLinkAloneChoosesTheReader() external {
        IAccessList.Claim memory claim = _claim(alice);
        bytes memory signature = _signature(claim, ALICE_KEY);
        bytes memory refused = abi.encodeWithSelector(IAccessList.InvalidSignature.selector, link);
        vm.prank(carol, link);
        vm.expectRevert(refused);
        list.redeem(claim, signature, carol, "");
        vm.prank(carol, link);
        vm.expectRevert(refused);
        list.redeem(claim, signature, link, "");
        vm.prank(link);
        vm.expectRevert(refused);
        list.redeem(claim, signature, carol, "");
        vm.prank(link);
        list.redeem(claim, signature, link, "");
        vm.assertTrue(_listed(link));
    }

    function test_aChangedClaimIsNotTheSignedOne() external {
        for (uint256 i = 0; i < 9; ++i) {
            IAccessList.Claim memory claim = _claim(alice);
            bytes memory signature = _signature(claim, ALICE_KEY);
            if (i == 0) claim.subject = FOLDER;
            if (i == 1) claim.expiry = uint48(block.timestamp) + 1;
            if (i == 2) claim.deadline += 1;
            if (i == 3) claim.uses = 2;
            if (i == 4) claim.salt = "other";
            if (i == 5) claim.writer = bob;
            if (i == 6) claim.key = outsider;
            if (i == 7) claim.oclId = otherLab;
            if (i == 8) claim.epoch = 1;
            bytes memory refused = abi.encodeWithSelector(IAccessList.InvalidSignature.selector, claim.writer);
            if (i == 8) refused = abi.encodeWithSelector(IAccessList.ClaimOfFormerEpoch.selector, 1, 0);
            _refusesRedemption(claim, signature, refused);
        }
    }

    function test_aClaimForAnotherListOrChainIsRefused() external {
        IAccessList.Claim memory claim = _claim(alice);
        AccessList other = new AccessList(resolver);
        bytes memory foreign = sign(ALICE_KEY, other.hashClaim(claim));
        bytes memory refused = abi.encodeWithSelector(IAccessList.InvalidSignature.selector, alice);
        _refusesRedemption(claim, foreign, refused);
        uint256 chainId = block.chainid;
        vm.chainId(chainId + 1);
        foreign = sign(ALICE_KEY, list.hashClaim(claim));
        vm.chainId(chainId);
        _refusesRedemption(claim, foreign, refused);
        bytes memory signature = _signature(claim, ALICE_KEY);
        bytes memory foreignKey = sign(LINK_KEY, other.hashRedemption(list.hashClaim(claim), outsider));
        vm.expectRevert(abi.encodeWithSelector(IAccessList.InvalidSignature.selector, link));
        list.redeem(claim, signature, outsider, foreignKey);
    }

    function test_aClaimIsRedeemedUntilItsDeadline() external {
        IAccessList.Claim memory claim = _claim(alice);
        vm.warp(claim.deadline + 1);
        _refusesRedemption(
            claim,
            _signature(claim, ALICE_KEY),
            abi.encodeWithSelector(IAccessList.ClaimExpired.selector, claim.deadline)
        );
        vm.warp(claim.deadline);
        _redeem(claim, ALICE_KEY, outsider);
    }

    function test_anEntryOfAClaimEndsWithItsExpiry() external {
        IAccessList.Claim memory claim = _claim(alice);
        claim.expiry = uint48(block.timestamp) + 1 hours;
        claim.deadline = claim.expiry + 1 hours;
        claim.uses = 2;
        _redeem(claim, ALICE_KEY, outsider);
        vm.warp(claim.expiry);
        vm.assertFalse(_listed(outsider));
        bytes memory signature = _signature(claim, ALICE_KEY);
        bytes memory keySignature = _keySignature(claim, carol);
        vm.expectRevert(abi.encodeWithSelector(IAccessList.InvalidExpiry.selector, claim.expiry));
        list.redeem(claim, signature, carol, keySignature);
    }

    function test_claimsOfFormerEpochsAreVoid() external {
        IAccessList.Claim memory claim = _claim(alice);
        bytes memory signature = _signature(claim, ALICE_KEY);
        vm.prank(alice);
        list.revokeAll(lab);
        _refusesRedemption(claim, signature, abi.encodeWithSelector(IAccessList.ClaimOfFormerEpoch.selector, 0, 1));
        vm.prank(alice);
        resolver.revokeAll(lab);
        _refusesRedemption(claim, signature, abi.encodeWithSelector(IAccessList.ClaimOfFormerEpoch.selector, 0, 2));
    }

    function test_whoIsNoWriterAnyMoreHasSignedNothing() external {
        IAccessList.Claim memory sellers = _claim(alice);
        IAccessList.Claim memory former = _claim(bob);
        vm.prank(alice);
        resolver.revokeRole(lab, bob);
        _refusesRedemption(
            former,
            _signature(former, BOB_KEY),
            abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, bob)
        );
        vm.prank(alice);
        labNft.transferFrom(alice, carol, tokenId);
        _refusesRedemption(
            sellers,
            _signature(sellers, ALICE_KEY),
            abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, alice)
        );
        IAccessList.Claim memory strangers = _claim(outsider);
        _refusesRedemption(
            strangers,
            _signature(strangers, 0x57),
            abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, outsider)
        );
    }

    /// @notice A contributor's claim does not replace what the holder listed.
    function test_aContributorsClaimChangesNothingOfTheHolders() external {
        vm.prank(alice);
        list.grant(lab, FILE, outsider, uint48(block.timestamp) + 1 hours);
        IAccessList.Claim memory claim = _claim(bob);
        _refusesRedemption(
            claim,
            _signature(claim, BOB_KEY),
            abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, bob)
        );
        vm.assertEq(uint256(list.usesOf(list.hashClaim(claim))), 0);
    }

    function test_aCancelledClaimIsVoid() external {
        address[2] memory cancellers = [bob, alice];
        for (uint256 i = 0; i < 2; ++i) {
            IAccessList.Claim memory claim = _claim(bob);
            claim.salt = bytes32(i);
            bytes32 hash = list.hashClaim(claim);
            vm.prank(outsider, alice);
            vm.expectRevert(abi.encodeWithSelector(IAccessList.NotWriter.selector, lab, outsider));
            list.cancel(claim);
            vm.expectEmit(true, true, true, true, address(list));
            emit IAccessList.ClaimCancelled(lab, hash, cancellers[i]);
            vm.prank(cancellers[i]);
            list.cancel(claim);
            _refusesRedemption(
                claim,
                _signature(claim, BOB_KEY),
                abi.encodeWithSelector(IAccessList.ClaimUsed.selector, hash)
            );
        }
        IAccessList.Claim memory unlimited = _claim(alice);
        unlimited.uses = type(uint32).max;
        vm.prank(alice);
        list.cancel(unlimited);
        _refusesRedemption(
            unlimited,
            _signature(unlimited, ALICE_KEY),
            abi.encodeWithSelector(IAccessList.ClaimUsed.selector, list.hashClaim(unlimited))
        );
    }

    function test_aClaimWithoutUsesIsVoid() external {
        IAccessList.Claim memory claim = _claim(alice);
        claim.uses = 0;
        _refusesRedemption(
            claim,
            _signature(claim, ALICE_KEY),
            abi.encodeWithSelector(IAccessList.ClaimUsed.selector, list.hashClaim(claim))
        );
    }

    /// @notice Wallets build these hashes by themselves.
    function test_whatIsSignedIsEip712() external view {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("AccessList"),
                keccak256("1"),
                block.chainid,
                list
            )
        );
        IAccessList.Claim memory claim = _claim(alice);
        bytes32 claimType = keccak256(
            "Claim(bytes32 oclId,bytes32 subject,address writer,address key,uint48 expiry,uint48 deadline,uint32 uses,uint48 epoch,bytes32 salt)"
        );
        bytes32 hash = keccak256(abi.encodePacked(hex"1901", domain, keccak256(abi.encode(claimType, claim))));
        vm.assertEq(list.hashClaim(claim), hash);
        bytes32 redemption = keccak256(
            abi.encode(keccak256("Redemption(bytes32 claim,address reader)"), hash, outsider)
        );
        vm.assertEq(
            list.hashRedemption(hash, outsider),
            keccak256(abi.encodePacked(hex"1901", domain, redemption))
        );
    }

    function test_whileGrantsArePausedNoClaimIsRedeemed() external {
        IAccessList.Claim memory claim = _claim(alice);
        vm.prank(guardian);
        resolver.pause();
        _refusesRedemption(
            claim,
            _signature(claim, ALICE_KEY),
            abi.encodeWithSelector(IAccessList.GrantsPaused.selector)
        );
    }

    function _claim(address writer) private view returns (IAccessList.Claim memory) {
        return
            IAccessList.Claim({
                oclId: lab,
                subject: FILE,
                writer: writer,
                key: link,
                expiry: 0,
                deadline: uint48(block.timestamp) + 7 days,
                uses: 1,
                epoch: 0,
                salt: "salt"
            });
    }

    function _signature(IAccessList.Claim memory claim, uint256 key) private view returns (bytes memory) {
        return sign(key, list.hashClaim(claim));
    }

    function _keySignature(IAccessList.Claim memory claim, address reader) private view returns (bytes memory) {
        return sign(LINK_KEY, list.hashRedemption(list.hashClaim(claim), reader));
    }

    function _redeem(IAccessList.Claim memory claim, uint256 key, address reader) private {
        bytes memory signature = _signature(claim, key);
        bytes memory keySignature = _keySignature(claim, reader);
        vm.prank(guardian);
        list.redeem(claim, signature, reader, keySignature);
    }

    function _refusesRedemption(
        IAccessList.Claim memory claim,
        bytes memory signature,
        bytes memory reason
    ) private {
        bytes memory keySignature = _keySignature(claim, outsider);
        vm.expectRevert(reason);
        list.redeem(claim, signature, outsider, keySignature);
    }

    /// @dev What an owner of a Safe signs for an ERC-1271 signature of the Safe.
    function _safeMessage(address safe, bytes32 hash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(keccak256("EIP712Domain(uint256 chainId,address verifyingContract)"), block.chainid, safe)
        );
        bytes32 message = keccak256(
            abi.encode(keccak256("SafeMessage(bytes message)"), keccak256(abi.encode(hash)))
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }
}
