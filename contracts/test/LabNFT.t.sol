// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {IOnChainLabFactory} from "../src/interfaces/IOnChainLabFactory.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {LabNFT} from "../src/LabNFT.sol";
import {OnChainLabFactory} from "../src/OnChainLabFactory.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {LabTest} from "./LabTest.sol";
import {Vm} from "./Vm.sol";
import {MismatchedLabNft} from "./actors/MismatchedLabNft.sol";
import {RefusesEther} from "./actors/RefusesEther.sol";

contract LabNFTTest is LabTest {
    bytes32 private constant OCL_IDENTITY_CREATED =
        0x590a719d7c96f9b866a2d115172877ec4ba3adee9f4072015839b8a80a8a0746;

    function test_mintDeploysTheAccountAndNamesTheLab() external {
        address expected = LabAccounts.REGISTRY.account(address(implementation), 0, block.chainid, address(labNft), 1);
        bytes32 oclId = OclId.pack(1, expected);
        vm.deal(alice, FEE);

        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.OclIdentityCreated(expected, oclId, 1, 0, block.chainid);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.OclTransfer(oclId, address(0), bob, 1);
        vm.expectEmit(true, true, true, true, address(factory));
        emit IOnChainLabFactory.AccountProvisioned(expected, bob, 1);
        vm.prank(alice);
        (address account, uint256 tokenId) = factory.mintAndCreateAccount{value: FEE}(bob);

        vm.assertEq(account, expected);
        vm.assertEq(tokenId, 1);
        vm.assertEq(labNft.ownerOf(1), bob);
        vm.assertEq(labNft.accountOf(1), expected);
        vm.assertEq(labNft.oclIdOf(1), oclId);
        vm.assertEq(labNft.nextTokenId(), 2);
        vm.assertEq(LabAccount(payable(account)).owner(), bob);
        vm.assertEq(address(labNft).balance, FEE);
    }

    function test_identityEventHasThePublishedTopic() external pure {
        vm.assertEq(ILabNFT.OclIdentityCreated.selector, OCL_IDENTITY_CREATED);
    }

    function test_mintSurvivesAnAccountDeployedBeforehand() external {
        address early = LabAccounts.REGISTRY.createAccount(
            address(implementation),
            LabAccounts.SALT,
            block.chainid,
            address(labNft),
            1
        );
        (LabAccount account, , ) = mintLab(alice);
        vm.assertEq(address(account), early);
    }

    function testFuzz_anyValueButTheFeeIsRefused(uint96 value, uint56 fee) external {
        vm.assume(value != fee);
        vm.prank(admin);
        labNft.setMintFeeWei(fee);
        vm.deal(alice, value);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.InsufficientMintFee.selector, value, fee));
        factory.mintAndCreateAccount{value: value}(alice);
    }

    function test_onlyTheFactoryMints() external {
        vm.deal(admin, FEE);
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.OnlyFactory.selector, admin));
        labNft.mint{value: FEE}(admin);
    }

    function test_whoSentTheTransactionDecidesNothing() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.deal(outsider, FEE);
        vm.prank(outsider, address(factory));
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.OnlyFactory.selector, outsider));
        labNft.mint{value: FEE}(outsider);
        address[2] memory origins = [alice, admin];
        for (uint256 i = 0; i < origins.length; ++i) {
            vm.prank(outsider, origins[i]);
            vm.expectRevert(
                abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, outsider, tokenId)
            );
            labNft.refreshMetadata(tokenId);
        }
    }

    function test_nobodyMintsToTheZeroAddress() external {
        vm.deal(alice, FEE);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        factory.mintAndCreateAccount{value: FEE}(address(0));
    }

    function test_theLastTokenIdIsTheLargestOf80Bits() external {
        bytes32 slot = _slotOf((FEE << 128) | 1);
        vm.store(address(labNft), slot, bytes32((FEE << 128) | uint256(type(uint80).max)));
        vm.assertEq(labNft.nextTokenId(), type(uint80).max);
        mintLab(alice);
        vm.deal(alice, FEE);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TokenIdTooLarge.selector, uint256(type(uint80).max) + 1));
        factory.mintAndCreateAccount{value: FEE}(alice);
    }

    function test_everyChangeOfHolderIsAnOclTransfer() external {
        (, uint256 tokenId, bytes32 oclId) = mintLab(alice);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.OclTransfer(oclId, alice, bob, tokenId);
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        vm.assertEq(labNft.oclIdOf(tokenId), oclId);
    }

    function test_aTransferToTheHolderIsNoChange() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.recordLogs();
        vm.prank(alice);
        labNft.transferFrom(alice, alice, tokenId);
        vm.assertEq(vm.getRecordedLogs().length, 1);
    }

    function test_noLabIsHeldByTheAccountOfALab() external {
        (LabAccount first, uint256 firstId, ) = mintLab(alice);
        (LabAccount second, uint256 secondId, ) = mintLab(alice);
        _expectForbidden(firstId, address(first));
        _expectForbidden(firstId, address(second));
        _expectForbidden(secondId, address(first));
    }

    function test_noLabIsHeldByALabAccountOfAnotherImplementationOrSalt() external {
        (, uint256 tokenId, ) = mintLab(alice);
        address foreign = LabAccounts.REGISTRY.createAccount(
            address(0xbeef),
            bytes32(uint256(7)),
            block.chainid,
            address(labNft),
            tokenId
        );
        _expectForbidden(tokenId, foreign);
    }

    function test_anAccountBoundToAnotherCollectionMayHoldALab() external {
        (, uint256 tokenId, ) = mintLab(alice);
        address other = LabAccounts.REGISTRY.createAccount(address(implementation), 0, block.chainid, address(this), 1);
        vm.prank(alice);
        labNft.transferFrom(alice, other, tokenId);
        vm.assertEq(labNft.ownerOf(tokenId), other);
    }

    function test_anAccountBoundToALabOfAnotherChainMayHoldALab() external {
        (, uint256 tokenId, ) = mintLab(alice);
        address other = LabAccounts.REGISTRY.createAccount(
            address(implementation),
            0,
            block.chainid + 1,
            address(labNft),
            tokenId
        );
        vm.prank(alice);
        labNft.transferFrom(alice, other, tokenId);
        vm.assertEq(labNft.ownerOf(tokenId), other);
    }

    function test_codeOfAnotherLengthThanAnAccountsIsNoAccount() external {
        (LabAccount account, uint256 tokenId, ) = mintLab(alice);
        bytes memory longer = abi.encodePacked(address(account).code, hex"00");
        vm.etch(carol, longer);
        vm.prank(alice);
        labNft.transferFrom(alice, carol, tokenId);
        vm.assertEq(labNft.ownerOf(tokenId), carol);
    }

    function test_noLabIsMintedToItsOwnAccountOrTheNext() external {
        uint256 next = labNft.nextTokenId();
        _expectMintForbidden(_undeployed(next, 0));
        _expectMintForbidden(_undeployed(next + 1, 0));
        (LabAccount account, , ) = mintLab(alice);
        _expectMintForbidden(address(account));
    }

    function test_noLabIsSentToItsOwnOrTheNextAccountBeforeTheyAreDeployed() external {
        vm.prank(address(factory));
        vm.deal(address(factory), FEE);
        (uint256 tokenId, address account) = labNft.mint{value: FEE}(alice);
        vm.assertEq(account.code.length, 0);
        _expectForbidden(tokenId, account);
        _expectForbidden(tokenId, _undeployed(tokenId + 1, 0));
    }

    /// @dev What the interface says cannot be seen.
    function test_otherAccountsAreNotSeenBeforeTheyAreDeployed() external {
        (, uint256 first, ) = mintLab(alice);
        (, uint256 second, ) = mintLab(alice);
        address otherSalt = _undeployed(first, bytes32(uint256(1)));
        address later = _undeployed(second + 2, 0);
        vm.startPrank(alice);
        labNft.transferFrom(alice, otherSalt, first);
        labNft.transferFrom(alice, later, second);
        vm.stopPrank();
        vm.assertEq(labNft.ownerOf(first), otherSalt);
        vm.assertEq(labNft.ownerOf(second), later);
    }

    function test_anUnmintedLabHasNoIdentity() external {
        bytes memory missing = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1);
        vm.expectRevert(missing);
        labNft.accountOf(1);
        vm.expectRevert(missing);
        labNft.oclIdOf(1);
    }

    function test_onlyTheOwnerAdministers() external {
        bytes memory refused = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, outsider);
        vm.startPrank(outsider);
        vm.expectRevert(refused);
        labNft.setMintFeeWei(0);
        vm.expectRevert(refused);
        labNft.withdrawFees(payable(outsider));
        vm.expectRevert(refused);
        labNft.setBaseURI("https://outsider.example/");
        vm.stopPrank();
    }

    function test_theOwnershipIsNotRenounced() external {
        vm.prank(admin);
        vm.expectRevert(ILabNFT.RenounceOwnershipDisabled.selector);
        labNft.renounceOwnership();
        vm.prank(outsider);
        vm.expectRevert(ILabNFT.RenounceOwnershipDisabled.selector);
        labNft.renounceOwnership();
        vm.assertEq(labNft.owner(), admin);
    }

    /// @notice There is no moment at which the collection has another owner, factory or base.
    function test_everythingIsSetInTheConstructor() external {
        vm.recordLogs();
        LabNFT fresh = new LabNFT(admin, address(implementation), FEE, "https://labroom.example/metadata/");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(fresh.owner(), admin);
        vm.assertEq(fresh.pendingOwner(), address(0));
        vm.assertEq(fresh.baseURI(), "https://labroom.example/metadata/");
        OnChainLabFactory created = OnChainLabFactory(fresh.factory());
        vm.assertEq(address(created.labNft()), address(fresh));
        // The first contract that the collection created (CREATE, nonce 1).
        bytes32 hash = keccak256(abi.encodePacked(hex"d694", fresh, hex"01"));
        vm.assertEq(address(created), address(uint160(uint256(hash))));
        vm.assertEq(logs[0].topics[0], Ownable.OwnershipTransferred.selector);
        vm.assertEq(logs[1].topics[0], ILabNFT.BaseURIUpdated.selector);
        vm.assertEq(logs[4].topics[0], ILabNFT.MintFeeUpdated.selector);
        vm.assertEq(logs.length, 5);
        vm.deal(alice, FEE);
        vm.prank(alice);
        (address account, ) = created.mintAndCreateAccount{value: FEE}(alice);
        vm.assertEq(LabAccount(payable(account)).owner(), alice);
    }

    function testFuzz_everyFeeUpdateIsLogged(uint256 first, uint256 second) external {
        first %= labNft.MAX_MINT_FEE_WEI() + 1;
        second %= labNft.MAX_MINT_FEE_WEI() + 1;
        vm.startPrank(admin);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.MintFeeUpdated(FEE, first);
        labNft.setMintFeeWei(first);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.MintFeeUpdated(first, second);
        labNft.setMintFeeWei(second);
        vm.stopPrank();
        vm.assertEq(labNft.mintFeeWei(), second);
    }

    function test_theMintFeeHasABound() external {
        uint256[3] memory refused = [uint256(0.1 ether + 1), 1 << 128, type(uint256).max];
        for (uint256 i = 0; i < refused.length; ++i) {
            bytes memory reason = abi.encodeWithSelector(ILabNFT.MintFeeTooHigh.selector, refused[i], 0.1 ether);
            vm.prank(admin);
            vm.expectRevert(reason);
            labNft.setMintFeeWei(refused[i]);
            vm.expectRevert(reason);
            new LabNFT(admin, address(implementation), refused[i], "");
        }
        vm.prank(admin);
        labNft.setMintFeeWei(0.1 ether);
        vm.deal(alice, 0.1 ether);
        vm.prank(alice);
        factory.mintAndCreateAccount{value: 0.1 ether}(alice);
    }

    function test_theFirstFeeIsLogged() external {
        vm.recordLogs();
        new LabNFT(admin, address(implementation), FEE, "");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        // Without a base, nothing is said of metadata.
        vm.assertEq(logs.length, 2);
        vm.assertEq(logs[1].topics[0], ILabNFT.MintFeeUpdated.selector);
        vm.assertEq(logs[1].data, abi.encode(0, FEE));
    }

    function test_theFactoryRefusesAnotherAccountThanTheLabs() external {
        MismatchedLabNft mismatched = new MismatchedLabNft(carol);
        OnChainLabFactory other = new OnChainLabFactory(ILabNFT(address(mismatched)), address(implementation));
        address created = LabAccounts.REGISTRY.account(address(implementation), 0, block.chainid, address(mismatched), 1);
        vm.expectRevert(abi.encodeWithSelector(IOnChainLabFactory.AccountMismatch.selector, carol, created));
        other.mintAndCreateAccount(alice);
    }

    function test_ownershipMovesInTwoSteps() external {
        vm.prank(admin);
        labNft.transferOwnership(bob);
        vm.assertEq(labNft.owner(), admin);
        vm.prank(bob);
        labNft.acceptOwnership();
        vm.assertEq(labNft.owner(), bob);
    }

    function test_feesGoWhereTheOwnerSays() external {
        mintLab(alice);
        mintLab(alice);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.FeesWithdrawn(carol, 2 * FEE);
        vm.prank(admin);
        labNft.withdrawFees(payable(carol));
        vm.assertEq(carol.balance, 2 * FEE);
    }

    function test_feesStayWhenTheReceiverRefuses() external {
        mintLab(alice);
        address payable refuser = payable(address(new RefusesEther()));
        vm.startPrank(admin);
        vm.expectRevert(ILabNFT.WithdrawalFailed.selector);
        labNft.withdrawFees(refuser);
        vm.expectRevert(ILabNFT.ZeroAddress.selector);
        labNft.withdrawFees(payable(address(0)));
        vm.stopPrank();
        vm.assertEq(address(labNft).balance, FEE);
    }

    function test_theConstructorRefusesAMissingImplementation() external {
        vm.expectRevert(ILabNFT.ZeroAddress.selector);
        new LabNFT(admin, address(0), FEE, "");
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.AddressWithoutCode.selector, outsider));
        new LabNFT(admin, outsider, FEE, "");
    }

    function _expectForbidden(uint256 tokenId, address to) private {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TransferToBoundAccountForbidden.selector, to));
        labNft.transferFrom(alice, to, tokenId);
        // Whoever asks: the receiver is looked at before the right of the sender.
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TransferToBoundAccountForbidden.selector, to));
        labNft.transferFrom(alice, to, tokenId);
    }

    function _expectMintForbidden(address to) private {
        vm.deal(alice, FEE);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TransferToBoundAccountForbidden.selector, to));
        factory.mintAndCreateAccount{value: FEE}(to);
    }

    function _undeployed(uint256 tokenId, bytes32 salt) private view returns (address account) {
        account = LabAccounts.REGISTRY.account(address(implementation), salt, block.chainid, address(labNft), tokenId);
        vm.assertEq(account.code.length, 0);
    }

    /// @dev The storage slot of next token id and fee, found by its value, so that the test does not repeat the layout.
    function _slotOf(uint256 value) private view returns (bytes32) {
        for (uint256 i = 0; i < 20; ++i) {
            if (vm.load(address(labNft), bytes32(i)) == bytes32(value)) return bytes32(i);
        }
        revert("slot not found");
    }
}
