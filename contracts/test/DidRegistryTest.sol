// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {DidRegistry} from "../src/DidRegistry.sol";
import {IDidRegistry} from "../src/interfaces/IDidRegistry.sol";
import {LabTest} from "./LabTest.sol";

/// @notice A lab of alice, a registry, and the way to an attested request.
abstract contract DidRegistryTest is LabTest {
    uint256 internal constant DATA_KEY = 0xda7a;
    uint256 internal constant SERVICE_KEY = 0x5e41ce;
    bytes32 internal constant PROVIDER = "odf";
    bytes32 internal constant ACCOUNT = "account";
    bytes32 internal constant DATA_ROOM = "dataRoom";
    string internal constant DID = "did:odf:fed01aa";

    address internal immutable relayer = vm.addr(0x4e1a);
    DidRegistry internal registry;
    bytes32 internal lab;

    function setUp() public virtual override {
        super.setUp();
        registry = newRegistry();
        (, , lab) = mintLab(alice);
    }

    function newRegistry() internal returns (DidRegistry created) {
        bytes memory initialize = abi.encodeCall(
            DidRegistry.initialize,
            (admin, guardian, vm.addr(DATA_KEY), vm.addr(SERVICE_KEY), relayer)
        );
        created = DidRegistry(address(new ERC1967Proxy(address(new DidRegistry(labNft)), initialize)));
    }

    function newRequest(
        bytes32 subject,
        string memory did,
        bytes32 requestId
    ) internal view returns (IDidRegistry.LinkDidRequest memory) {
        return IDidRegistry.LinkDidRequest(lab, PROVIDER, subject, did, requestId, block.timestamp + 10 minutes);
    }

    /// @notice 64 bytes that stand for an ed25519 signature: the registry records them and does not judge.
    function proofOf(IDidRegistry.LinkDidRequest memory request) internal pure returns (bytes memory) {
        return abi.encodePacked(keccak256(abi.encode(request)), request.requestId);
    }

    function attest(
        DidRegistry target,
        IDidRegistry.LinkDidRequest memory request,
        uint256 key
    ) internal view returns (IDidRegistry.LinkDidAttestation memory) {
        bytes32 hash = target.hashAttestation(target.hashRequest(request), keccak256(proofOf(request)));
        return IDidRegistry.LinkDidAttestation(vm.addr(key), sign(key, hash));
    }

    function attestedBy(
        DidRegistry target,
        IDidRegistry.LinkDidRequest memory request,
        uint256 first,
        uint256 second
    ) internal view returns (IDidRegistry.LinkDidAttestation[] memory both) {
        both = new IDidRegistry.LinkDidAttestation[](2);
        (both[0], both[1]) = (attest(target, request, first), attest(target, request, second));
    }

    struct Batch {
        IDidRegistry.LinkDidRequest[] requests;
        bytes[] proofs;
        IDidRegistry.LinkDidAttestation[][] attestations;
    }

    /// @notice A batch as the service would send it.
    function batchOf(IDidRegistry.LinkDidRequest[] memory requests) internal view returns (Batch memory batch) {
        batch.requests = requests;
        batch.proofs = new bytes[](requests.length);
        batch.attestations = new IDidRegistry.LinkDidAttestation[][](requests.length);
        for (uint256 i = 0; i < requests.length; ++i) {
            batch.proofs[i] = proofOf(requests[i]);
            batch.attestations[i] = attestedBy(registry, requests[i], DATA_KEY, SERVICE_KEY);
        }
    }

    function batchOf(IDidRegistry.LinkDidRequest memory request) internal view returns (Batch memory) {
        IDidRegistry.LinkDidRequest[] memory requests = new IDidRegistry.LinkDidRequest[](1);
        requests[0] = request;
        return batchOf(requests);
    }

    function batchOf(
        IDidRegistry.LinkDidRequest memory first,
        IDidRegistry.LinkDidRequest memory second
    ) internal view returns (Batch memory) {
        IDidRegistry.LinkDidRequest[] memory requests = new IDidRegistry.LinkDidRequest[](2);
        (requests[0], requests[1]) = (first, second);
        return batchOf(requests);
    }

    function send(Batch memory batch) internal {
        vm.prank(relayer);
        registry.linkDidBatch(batch.requests, batch.proofs, batch.attestations);
    }

    function expectRefusal(Batch memory batch, bytes memory reason) internal {
        vm.expectRevert(reason);
        send(batch);
    }

    function active(bytes32 subject) internal view returns (string memory) {
        return registry.getActiveDid(lab, PROVIDER, subject);
    }
}
