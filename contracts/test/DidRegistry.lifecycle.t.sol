// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {IERC1967} from "@openzeppelin/contracts/interfaces/IERC1967.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {ERC1967Utils} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Utils.sol";
import {DidRegistry} from "../src/DidRegistry.sol";
import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {IDidRegistry} from "../src/interfaces/IDidRegistry.sol";
import {IGuardedPause} from "../src/interfaces/IGuardedPause.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {LabNFT} from "../src/LabNFT.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {DidRegistryTest} from "./DidRegistryTest.sol";
import {Vm} from "./Vm.sol";

contract NextDidRegistry is DidRegistry {
    constructor(ILabNFT labNft_) DidRegistry(labNft_) {}

    function generation() external pure returns (uint256) {
        return 2;
    }
}

/// @notice Tries to take a lab, the money of its account, and a role.
contract HostileDidRegistry is DidRegistry {
    constructor(ILabNFT labNft_) DidRegistry(labNft_) {}

    function takeLab(LabAccount account, IAccessResolver roles, bytes32 oclId, address to) external {
        (, uint256 tokenId, ) = OclId.unpack(oclId);
        try labNft.transferFrom(labNft.ownerOf(tokenId), to, tokenId) {} catch {}
        try account.execute(to, address(account).balance, "", 0) {} catch {}
        try roles.grantRole(oclId, to, 2, 0, false) {} catch {}
    }
}

/// @notice Is no UUPS code.
contract NoDidRegistry {
    ILabNFT public immutable labNft;

    constructor(ILabNFT labNft_) {
        labNft = labNft_;
    }
}

contract DidRegistryLifecycleTest is DidRegistryTest {
    function test_aNewDidTakesThePlaceOfTheOldOne() external {
        send(batchOf(newRequest(ACCOUNT, DID, "a")));
        Batch memory batch = batchOf(newRequest(ACCOUNT, "did:odf:next", "b"));
        vm.expectEmit(true, true, true, true, address(registry));
        emit IDidRegistry.DidDeactivated(lab, PROVIDER, ACCOUNT, keccak256(bytes(DID)), 1, "b");
        vm.expectEmit(true, true, true, true, address(registry));
        emit IDidRegistry.DidLinked(
            lab,
            PROVIDER,
            ACCOUNT,
            "did:odf:next",
            keccak256("did:odf:next"),
            2,
            registry.hashRequest(batch.requests[0]),
            batch.proofs[0],
            batch.attestations[0]
        );
        send(batch);
        vm.assertEq(active(ACCOUNT), "did:odf:next");
    }

    /// @notice The data room and the attesters build these hashes by themselves.
    function test_whatIsSignedIsEip712() external view {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("DidRegistry"),
                keccak256("1"),
                block.chainid,
                registry
            )
        );
        IDidRegistry.LinkDidRequest memory request = newRequest(ACCOUNT, DID, "a");
        bytes32 requestType = keccak256(
            "LinkDidRequest(bytes32 oclId,bytes32 provider,bytes32 subject,string did,bytes32 requestId,uint256 deadline)"
        );
        bytes memory fields = abi.encode(
            lab,
            PROVIDER,
            ACCOUNT,
            keccak256(bytes(DID)),
            bytes32("a"),
            block.timestamp + 10 minutes
        );
        bytes32 message = keccak256(abi.encodePacked(requestType, fields));
        bytes32 hash = keccak256(abi.encodePacked(hex"1901", domain, message));
        vm.assertEq(registry.hashRequest(request), hash);
        bytes32 attestation = keccak256(
            abi.encode(keccak256("LinkDidAttestation(bytes32 requestHash,bytes32 proofHash)"), hash, keccak256("proof"))
        );
        vm.assertEq(
            registry.hashAttestation(hash, keccak256("proof")),
            keccak256(abi.encodePacked(hex"1901", domain, attestation))
        );
    }

    function test_whatIsLinkedIsNotLinkedAgain() external {
        send(batchOf(newRequest(ACCOUNT, DID, "a")));
        expectRefusal(
            batchOf(newRequest(ACCOUNT, DID, "b")),
            abi.encodeWithSelector(IDidRegistry.DidAlreadyLinked.selector, keccak256(bytes(DID)))
        );
        vm.assertFalse(registry.isRequestUsed(lab, PROVIDER, ACCOUNT, "b"));
    }

    function test_theOwnerEndsALinkAndANewRequestLinksAgain() external {
        send(batchOf(newRequest(ACCOUNT, DID, "a")));
        vm.expectEmit(true, true, true, true, address(registry));
        emit IDidRegistry.DidDeactivated(lab, PROVIDER, ACCOUNT, keccak256(bytes(DID)), 1, 0);
        vm.prank(admin);
        registry.deactivateDid(lab, PROVIDER, ACCOUNT);
        vm.assertEq(active(ACCOUNT), "");
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IDidRegistry.NotLinked.selector, lab, PROVIDER, ACCOUNT));
        registry.deactivateDid(lab, PROVIDER, ACCOUNT);
        send(batchOf(newRequest(ACCOUNT, DID, "b")));
        vm.assertEq(active(ACCOUNT), DID);
    }

    function test_nobodyElseEndsALinkOrChangesWhoIsTrusted() external {
        send(batchOf(newRequest(ACCOUNT, DID, "a")));
        address[3] memory others = [relayer, alice, vm.addr(SERVICE_KEY)];
        for (uint256 i = 0; i < others.length; ++i) {
            bytes memory refusal = abi.encodeWithSelector(
                OwnableUpgradeable.OwnableUnauthorizedAccount.selector,
                others[i]
            );
            vm.startPrank(others[i]);
            vm.expectRevert(refusal);
            registry.deactivateDid(lab, PROVIDER, ACCOUNT);
            vm.expectRevert(refusal);
            registry.setAttesters(others[i], alice);
            vm.expectRevert(refusal);
            registry.setRelayer(others[i]);
            vm.stopPrank();
        }
    }

    function test_whoSentTheTransactionDecidesNothing() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        vm.prank(outsider, relayer);
        vm.expectRevert(abi.encodeWithSelector(IDidRegistry.OnlyRelayer.selector, outsider));
        registry.linkDidBatch(batch.requests, batch.proofs, batch.attestations);
    }

    function test_anExchangedAttesterCountsNoMore() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        vm.prank(admin);
        registry.setAttesters(vm.addr(DATA_KEY), alice);
        expectRefusal(batch, abi.encodeWithSelector(IDidRegistry.AttestersMissing.selector));
        batch.attestations[0] = attestedBy(registry, batch.requests[0], DATA_KEY, ALICE_KEY);
        send(batch);
    }

    function test_changesOfAttestersAndRelayerAreLogged() external {
        vm.startPrank(admin);
        vm.expectEmit(true, true, true, true, address(registry));
        emit IDidRegistry.AttestersUpdated(alice, bob);
        registry.setAttesters(alice, bob);
        vm.expectEmit(true, true, true, true, address(registry));
        emit IDidRegistry.RelayerUpdated(carol);
        registry.setRelayer(carol);
        vm.stopPrank();
    }

    function test_onlyALinkThatStoodIsEnded() external {
        vm.recordLogs();
        send(batchOf(newRequest(ACCOUNT, "d", "a")));
        vm.assertEq(vm.getRecordedLogs().length, 1);
        vm.recordLogs();
        send(batchOf(newRequest(ACCOUNT, "e", "b")));
        vm.assertEq(vm.getRecordedLogs().length, 2);
    }

    function test_theDomainOfWhatIsSignedNamesRegistryAndVersion() external view {
        (, string memory name, string memory version, uint256 chainId, address contract_, , ) = registry.eip712Domain();
        vm.assertEq(name, "DidRegistry");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(contract_, address(registry));
    }

    /// @dev Later versions look for the attesters in the ERC-7201 slot of labroom.storage.DidRegistry.
    function test_everythingIsWhereLaterVersionsLook() external view {
        uint256 slot = 0xabb2d5f5a0d9d992a38999d76a85b2060bf14fa2d463db5533809ab0eac56900;
        vm.assertEq(vm.load(address(registry), bytes32(slot + 1)), bytes32(uint256(uint160(vm.addr(DATA_KEY)))));
        vm.assertEq(vm.load(address(registry), bytes32(slot + 2)), bytes32(uint256(uint160(vm.addr(SERVICE_KEY)))));
    }

    /// @notice There is no moment at which another account administers, attests or relays.
    function test_everythingIsSetInTheProxysConstructor() external {
        address code = address(new DidRegistry(labNft));
        vm.recordLogs();
        DidRegistry fresh = DidRegistry(
            address(
                new ERC1967Proxy(code, abi.encodeCall(DidRegistry.initialize, (alice, bob, carol, outsider, relayer)))
            )
        );
        vm.assertEq(fresh.owner(), alice);
        vm.assertEq(fresh.pendingOwner(), address(0));
        vm.assertEq(fresh.guardian(), bob);
        vm.assertEq(fresh.dataAttester(), carol);
        vm.assertEq(fresh.serviceAttester(), outsider);
        vm.assertEq(fresh.relayer(), relayer);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        bytes32[6] memory inOrder = [
            IERC1967.Upgraded.selector,
            OwnableUpgradeable.OwnershipTransferred.selector,
            IGuardedPause.GuardianUpdated.selector,
            IDidRegistry.AttestersUpdated.selector,
            IDidRegistry.RelayerUpdated.selector,
            Initializable.Initialized.selector
        ];
        vm.assertEq(logs.length, inOrder.length);
        for (uint256 i = 0; i < inOrder.length; ++i) vm.assertEq(logs[i].topics[0], inOrder[i]);
        vm.expectRevert(IDidRegistry.AttestersNotDistinct.selector);
        new ERC1967Proxy(code, abi.encodeCall(DidRegistry.initialize, (alice, bob, carol, carol, relayer)));
    }

    function test_attestersAreTwo() external {
        vm.startPrank(admin);
        vm.expectRevert(IDidRegistry.AttestersNotDistinct.selector);
        registry.setAttesters(alice, alice);
        vm.expectRevert(IDidRegistry.ZeroAddress.selector);
        registry.setAttesters(address(0), alice);
        vm.expectRevert(IDidRegistry.ZeroAddress.selector);
        registry.setAttesters(alice, address(0));
        vm.stopPrank();
        vm.assertEq(registry.dataAttester(), vm.addr(DATA_KEY));
        vm.assertEq(registry.serviceAttester(), vm.addr(SERVICE_KEY));
    }

    function test_linksUsedRequestsAndWhatIsSignedSurviveAnUpgrade() external {
        Batch memory sent = batchOf(newRequest(ACCOUNT, DID, "a"));
        Batch memory signedBefore = batchOf(newRequest(DATA_ROOM, DID, "b"));
        send(sent);
        address next = address(new NextDidRegistry(labNft));
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(OwnableUpgradeable.OwnableUnauthorizedAccount.selector, outsider));
        registry.upgradeToAndCall(next, "");
        vm.prank(admin);
        registry.upgradeToAndCall(next, "");
        vm.assertEq(NextDidRegistry(address(registry)).generation(), 2);
        vm.assertEq(active(ACCOUNT), DID);
        expectRefusal(sent, abi.encodeWithSelector(IDidRegistry.RequestAlreadyUsed.selector, bytes32("a")));
        send(signedBefore);
        vm.assertEq(registry.owner(), admin);
    }

    function test_codeForAnotherCollectionIsRefused() external {
        ILabNFT other = new LabNFT(admin, address(implementation), 0, "");
        address next = address(new NextDidRegistry(other));
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IDidRegistry.CollectionMismatch.selector, next));
        registry.upgradeToAndCall(next, "");
    }

    function test_anUpgradeDoesNotRunTheInitializerAgain() external {
        address next = address(new NextDidRegistry(labNft));
        vm.prank(admin);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        registry.upgradeToAndCall(next, abi.encodeCall(DidRegistry.initialize, (outsider, outsider, alice, bob, carol)));
        vm.assertEq(registry.owner(), admin);
        vm.prank(admin);
        registry.upgradeToAndCall(next, "");
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        registry.initialize(outsider, outsider, alice, bob, carol);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        NextDidRegistry(next).initialize(outsider, outsider, alice, bob, carol);
    }

    function test_codeThatCannotBeUpgradedAgainIsRefused() external {
        address next = address(new NoDidRegistry(labNft));
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(ERC1967Utils.ERC1967InvalidImplementation.selector, next));
        registry.upgradeToAndCall(next, "");
    }

    function test_aHostileUpgradeTakesNeitherALabNorARole() external {
        (LabAccount account, uint256 tokenId, bytes32 oclId) = mintLab(alice);
        vm.deal(address(account), 1 ether);
        address hostile = address(new HostileDidRegistry(labNft));
        vm.prank(admin);
        registry.upgradeToAndCall(hostile, "");
        HostileDidRegistry(address(registry)).takeLab(account, resolver, oclId, outsider);
        vm.assertEq(labNft.ownerOf(tokenId), alice);
        vm.assertEq(address(account).balance, 1 ether);
        vm.assertFalse(resolver.hasRole(oclId, outsider, 1));
    }

    function test_itIsInitializedOnceAndTheImplementationNever() external {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        registry.initialize(outsider, outsider, alice, bob, carol);
        DidRegistry code = new DidRegistry(labNft);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        code.initialize(outsider, outsider, alice, bob, carol);
        vm.expectRevert(IDidRegistry.ZeroAddress.selector);
        new DidRegistry(ILabNFT(address(0)));
    }

    function test_ownershipMovesInTwoStepsAndIsNeverGivenUp() external {
        vm.startPrank(admin);
        registry.transferOwnership(bob);
        vm.expectRevert(IDidRegistry.RenounceOwnershipDisabled.selector);
        registry.renounceOwnership();
        vm.stopPrank();
        vm.assertEq(registry.owner(), admin);
        vm.prank(bob);
        registry.acceptOwnership();
        vm.assertEq(registry.owner(), bob);
    }
}
