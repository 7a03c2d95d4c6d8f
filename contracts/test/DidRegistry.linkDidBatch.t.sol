// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {DidRegistry} from "../src/DidRegistry.sol";
import {IDidRegistry} from "../src/interfaces/IDidRegistry.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {DidRegistryTest} from "./DidRegistryTest.sol";

contract DidRegistryLinkDidBatchTest is DidRegistryTest {
    function test_accountAndDataRoomAreLinkedTogether() external {
        IDidRegistry.LinkDidRequest memory account = newRequest(ACCOUNT, "did:odf:1", "a");
        IDidRegistry.LinkDidRequest memory dataRoom = newRequest(DATA_ROOM, "did:odf:2", "b");
        Batch memory batch = batchOf(account, dataRoom);
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectEmit(true, true, true, true, address(registry));
            emit IDidRegistry.DidLinked(
                lab,
                PROVIDER,
                batch.requests[i].subject,
                batch.requests[i].did,
                keccak256(bytes(batch.requests[i].did)),
                1,
                registry.hashRequest(batch.requests[i]),
                batch.proofs[i],
                batch.attestations[i]
            );
        }
        send(batch);
        vm.assertEq(active(ACCOUNT), "did:odf:1");
        vm.assertEq(active(DATA_ROOM), "did:odf:2");
        vm.assertTrue(registry.isRequestUsed(lab, PROVIDER, ACCOUNT, "a"));
        vm.assertFalse(registry.isRequestUsed(lab, PROVIDER, DATA_ROOM, "a"));
    }

    /// @notice A link is that of one lab, one provider and one subject, and so are the requests that were used for it.
    function test_labsProvidersAndSubjectsHaveTheirOwnLinks() external {
        (, , bytes32 otherLab) = mintLab(bob);
        IDidRegistry.LinkDidRequest memory request = newRequest(ACCOUNT, "did:odf:1", "a");
        send(batchOf(request));
        request.oclId = otherLab;
        request.did = "did:odf:2";
        send(batchOf(request));
        (request.oclId, request.provider, request.did) = (lab, "other", "did:other:3");
        send(batchOf(request));
        vm.assertEq(registry.getActiveDid(lab, PROVIDER, ACCOUNT), "did:odf:1");
        vm.assertEq(registry.getActiveDid(otherLab, PROVIDER, ACCOUNT), "did:odf:2");
        vm.assertEq(registry.getActiveDid(lab, "other", ACCOUNT), "did:other:3");
        vm.assertEq(registry.getActiveDid(otherLab, "other", ACCOUNT), "");
        vm.assertFalse(registry.isRequestUsed(otherLab, "other", ACCOUNT, "a"));

        vm.prank(admin);
        registry.deactivateDid(lab, PROVIDER, ACCOUNT);
        vm.assertEq(registry.getActiveDid(lab, PROVIDER, ACCOUNT), "");
        vm.assertEq(registry.getActiveDid(otherLab, PROVIDER, ACCOUNT), "did:odf:2");
        vm.assertEq(registry.getActiveDid(lab, "other", ACCOUNT), "did:other:3");
    }

    function test_eitherAttesterMayComeFirst() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        batch.attestations[0] = attestedBy(registry, batch.requests[0], SERVICE_KEY, DATA_KEY);
        send(batch);
        vm.assertEq(active(ACCOUNT), DID);
    }

    function test_oneAttesterTwiceIsNotTwoAttesters() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        bytes memory missing = abi.encodeWithSelector(IDidRegistry.AttestersMissing.selector);
        batch.attestations[0] = attestedBy(registry, batch.requests[0], DATA_KEY, DATA_KEY);
        expectRefusal(batch, missing);
        batch.attestations[0] = attestedBy(registry, batch.requests[0], SERVICE_KEY, SERVICE_KEY);
        expectRefusal(batch, missing);
        batch.attestations[0] = attestedBy(registry, batch.requests[0], DATA_KEY, ALICE_KEY);
        expectRefusal(batch, missing);
        batch.attestations[0] = new IDidRegistry.LinkDidAttestation[](1);
        batch.attestations[0][0] = attest(registry, batch.requests[0], DATA_KEY);
        expectRefusal(batch, missing);
        batch.attestations[0] = new IDidRegistry.LinkDidAttestation[](3);
        for (uint256 i = 0; i < 3; ++i) batch.attestations[0][i] = attest(registry, batch.requests[0], DATA_KEY);
        expectRefusal(batch, missing);
    }

    function test_oneAttestersSignatureUnderTheOthersNameIsRefused() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        IDidRegistry.LinkDidAttestation[] memory both = batch.attestations[0];
        bytes memory serviceSignature = both[1].signature;
        both[1].signature = both[0].signature;
        expectRefusal(batch, _invalid(SERVICE_KEY));
        (both[0].signature, both[1].signature) = (serviceSignature, both[0].signature);
        expectRefusal(batch, _invalid(DATA_KEY));
    }

    function test_theMalleableTwinAndOtherLengthsOfASignatureAreRefused() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        bytes memory signature = batch.attestations[0][0].signature;
        bytes memory twin = bytes.concat(signature);
        uint256 n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        assembly ("memory-safe") {
            mstore(add(twin, 0x40), sub(n, mload(add(twin, 0x40))))
        }
        twin[64] = twin[64] == bytes1(uint8(27)) ? bytes1(uint8(28)) : bytes1(uint8(27));
        batch.attestations[0][0].signature = twin;
        expectRefusal(batch, _invalid(DATA_KEY));
        batch.attestations[0][0].signature = bytes.concat(signature, hex"00");
        expectRefusal(batch, _invalid(DATA_KEY));
        batch.attestations[0][0].signature = "";
        expectRefusal(batch, _invalid(DATA_KEY));
    }

    /// @dev Whatever is changed after the attesters signed.
    function testFuzz_aRequestChangedOnTheWayIsRefused(uint8 field, bytes32 other) external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        IDidRegistry.LinkDidRequest memory request = batch.requests[0];
        field %= 6;
        if (field == 0) (, , request.oclId) = mintLab(bob);
        if (field == 1) request.provider = other;
        if (field == 2) request.subject = other;
        if (field == 3) request.did = string(abi.encodePacked("did:", other));
        if (field == 4) request.requestId = other;
        if (field == 5) request.deadline += 1 + (uint256(other) >> 128);
        vm.assume(field == 0 || field > 2 || (other != PROVIDER && other != ACCOUNT));
        vm.assume(other != "a");
        expectRefusal(batch, _invalid(DATA_KEY));
    }

    function testFuzz_aProofChangedOnTheWayIsRefused(bytes32 first, bytes32 second) external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        bytes memory other = abi.encodePacked(first, second);
        vm.assume(keccak256(other) != keccak256(batch.proofs[0]));
        batch.proofs[0] = other;
        expectRefusal(batch, _invalid(DATA_KEY));
    }

    function testFuzz_aProofHas64Bytes(uint8 length) external {
        vm.assume(length != 64);
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        batch.proofs[0] = new bytes(length);
        expectRefusal(batch, abi.encodeWithSelector(IDidRegistry.InvalidProof.selector));
    }

    function test_aRequestForAnotherRegistryIsRefused() external {
        DidRegistry other = newRegistry();
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        batch.attestations[0] = attestedBy(other, batch.requests[0], DATA_KEY, SERVICE_KEY);
        expectRefusal(batch, _invalid(DATA_KEY));
    }

    function test_aRequestForAnotherChainIsRefused() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        vm.chainId(8453);
        expectRefusal(batch, _invalid(DATA_KEY));
    }

    function test_aRequestWorksOnceAlsoAfterItsLinkEnded() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        bytes memory used = abi.encodeWithSelector(IDidRegistry.RequestAlreadyUsed.selector, bytes32("a"));
        send(batch);
        expectRefusal(batch, used);
        send(batchOf(newRequest(ACCOUNT, "did:odf:next", "b")));
        expectRefusal(batch, used);
        vm.prank(admin);
        registry.deactivateDid(lab, PROVIDER, ACCOUNT);
        expectRefusal(batch, used);
    }

    function test_theSameRequestTwiceInABatchLinksNothing() external {
        IDidRegistry.LinkDidRequest memory request = newRequest(ACCOUNT, DID, "a");
        expectRefusal(
            batchOf(request, request),
            abi.encodeWithSelector(IDidRegistry.RequestAlreadyUsed.selector, bytes32("a"))
        );
        vm.assertEq(active(ACCOUNT), "");
        vm.assertFalse(registry.isRequestUsed(lab, PROVIDER, ACCOUNT, "a"));
    }

    function test_theDeadlineIsTheLastSecond() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        uint256 deadline = batch.requests[0].deadline;
        vm.warp(deadline + 1);
        expectRefusal(batch, abi.encodeWithSelector(IDidRegistry.RequestExpired.selector, deadline));
        vm.warp(deadline);
        send(batch);
        vm.assertEq(active(ACCOUNT), DID);
    }

    function test_onlyTheRelayerBringsRequests() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        address[4] memory others = [admin, alice, vm.addr(DATA_KEY), vm.addr(SERVICE_KEY)];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(abi.encodeWithSelector(IDidRegistry.OnlyRelayer.selector, others[i]));
            registry.linkDidBatch(batch.requests, batch.proofs, batch.attestations);
        }
        vm.prank(admin);
        registry.setRelayer(address(0));
        expectRefusal(batch, abi.encodeWithSelector(IDidRegistry.OnlyRelayer.selector, relayer));
    }

    function test_aBatchInAnotherOrderIsTheSameAndAMixedOneIsRefused() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, "did:odf:1", "a"), newRequest(DATA_ROOM, "did:odf:2", "b"));
        (batch.proofs[0], batch.proofs[1]) = (batch.proofs[1], batch.proofs[0]);
        expectRefusal(batch, _invalid(DATA_KEY));
        (batch.requests[0], batch.requests[1]) = (batch.requests[1], batch.requests[0]);
        expectRefusal(batch, _invalid(DATA_KEY));
        (batch.attestations[0], batch.attestations[1]) = (batch.attestations[1], batch.attestations[0]);
        send(batch);
        vm.assertEq(active(ACCOUNT), "did:odf:1");
        vm.assertEq(active(DATA_ROOM), "did:odf:2");
    }

    function test_whenOneRequestFailsNothingOfTheBatchStays() external {
        Batch memory batch = batchOf(newRequest(ACCOUNT, "did:odf:1", "a"), newRequest(DATA_ROOM, "did:odf:2", "b"));
        batch.attestations[1][1].signature = sign(ALICE_KEY, keccak256("something"));
        expectRefusal(batch, _invalid(SERVICE_KEY));
        vm.assertEq(active(ACCOUNT), "");
        vm.assertFalse(registry.isRequestUsed(lab, PROVIDER, ACCOUNT, "a"));
    }

    function test_aBatchIsNotEmptyAndItsPartsHaveOneLength() external {
        bytes memory mismatch = abi.encodeWithSelector(IDidRegistry.BatchMismatch.selector);
        Batch memory batch = batchOf(new IDidRegistry.LinkDidRequest[](0));
        expectRefusal(batch, mismatch);
        batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        batch.proofs = new bytes[](2);
        expectRefusal(batch, mismatch);
        batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        batch.attestations = new IDidRegistry.LinkDidAttestation[][](0);
        expectRefusal(batch, mismatch);
    }

    function testFuzz_onlyLabsThatExistHaveDids(bytes32 oclId) external {
        vm.assume(oclId != lab);
        Batch memory batch = batchOf(newRequest(ACCOUNT, DID, "a"));
        batch.requests[0].oclId = oclId;
        expectRefusal(batch, abi.encodeWithSelector(IDidRegistry.InvalidOclId.selector, oclId));
        // The token of the lab, with an account that is not its own.
        bytes32 forged = (lab & ~bytes32(uint256(type(uint160).max))) | bytes32(uint256(uint160(alice)));
        batch.requests[0].oclId = forged;
        expectRefusal(batch, abi.encodeWithSelector(IDidRegistry.InvalidOclId.selector, forged));
    }

    function test_aLabThatIsNotMintedHasNoDid() external {
        IDidRegistry.LinkDidRequest memory request = newRequest(ACCOUNT, DID, "a");
        request.oclId = OclId.pack(labNft.nextTokenId(), alice);
        expectRefusal(batchOf(request), abi.encodeWithSelector(IDidRegistry.InvalidOclId.selector, request.oclId));
    }

    function test_aDidHasOneTo512Bytes() external {
        bytes memory invalid = abi.encodeWithSelector(IDidRegistry.InvalidDid.selector);
        expectRefusal(batchOf(newRequest(ACCOUNT, "", "a")), invalid);
        expectRefusal(batchOf(newRequest(ACCOUNT, string(new bytes(513)), "a")), invalid);
        send(batchOf(newRequest(ACCOUNT, string(new bytes(512)), "a")));
    }

    function _invalid(uint256 key) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IDidRegistry.InvalidAttestation.selector, vm.addr(key));
    }
}
