// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {DidRegistry} from "../../src/DidRegistry.sol";
import {IDidRegistry} from "../../src/interfaces/IDidRegistry.sol";
import {Vm} from "../Vm.sol";

/// @notice Sends requests of every kind to a registry and keeps a model of its state. The invariant run fails if the
/// registry accepts what the model forbids or rejects what it allows.
contract DidRegistryHandler {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    bytes32 private constant PROVIDER = "odf";

    struct Book {
        bytes32 didHash;
        uint64 links;
    }

    DidRegistry private registry;
    address private admin;
    bytes32[2] public labs;
    uint256[3] private keys = [uint256(0xda7a), 0x5e41ce, 0xbad];
    /// @dev Selects the current keys of the attesters: the first and the second of the rotation.
    uint256 private rotation;

    mapping(bytes32 lab => mapping(bytes32 subject => Book)) private books;
    mapping(bytes32 lab => mapping(bytes32 subject => mapping(bytes32 requestId => bool))) private used;

    constructor(DidRegistry registry_, address admin_, bytes32[2] memory labs_) {
        (registry, admin, labs) = (registry_, admin_, labs_);
    }

    struct Attempt {
        uint8 lab;
        uint8 did;
        uint8 requestId;
        int8 lifetime;
        uint8 firstSigner;
        uint8 secondSigner;
        bool dataRoom;
        bool twice;
    }

    function link(Attempt calldata attempt) external {
        uint256 count = attempt.twice ? 2 : 1;
        IDidRegistry.LinkDidRequest[] memory requests = new IDidRegistry.LinkDidRequest[](count);
        bytes[] memory proofs = new bytes[](count);
        IDidRegistry.LinkDidAttestation[][] memory attestations = new IDidRegistry.LinkDidAttestation[][](count);
        bool allowed = true;
        for (uint256 i = 0; i < count; ++i) {
            requests[i] = _request(attempt, i);
            proofs[i] = abi.encodePacked(keccak256(abi.encode(requests[i])), bytes32(i));
            attestations[i] = _attestations(attempt, requests[i], proofs[i]);
            allowed = allowed && _isAllowed(attempt, requests[i]);
        }
        try registry.linkDidBatch(requests, proofs, attestations) {
            vm.assertTrue(allowed, "linked without the right");
            for (uint256 i = 0; i < count; ++i) _enter(requests[i]);
        } catch {
            vm.assertFalse(allowed);
        }
    }

    function deactivate(uint8 lab, bool dataRoom) external {
        Book storage book = books[labs[lab % 2]][_subject(dataRoom)];
        bool linked = book.didHash != 0;
        vm.prank(admin);
        try registry.deactivateDid(labs[lab % 2], PROVIDER, _subject(dataRoom)) {
            vm.assertTrue(linked, "deactivated what was not linked");
            book.didHash = 0;
        } catch {
            vm.assertFalse(linked);
        }
    }

    function rotate() external {
        rotation = (rotation + 1) % 3;
        vm.prank(admin);
        registry.setAttesters(vm.addr(keys[rotation]), vm.addr(keys[(rotation + 1) % 3]));
    }

    function bookOf(uint256 lab, bytes32 subject) external view returns (Book memory) {
        return books[labs[lab]][subject];
    }

    /// @dev The second request of a batch is for the other subject, sometimes with the same request id.
    function _request(
        Attempt calldata attempt,
        uint256 i
    ) private view returns (IDidRegistry.LinkDidRequest memory) {
        return
            IDidRegistry.LinkDidRequest(
                labs[attempt.lab % 2],
                PROVIDER,
                _subject(attempt.dataRoom != (i == 1)),
                string.concat("did:odf:", vm.toString(uint256(attempt.did) % 3)),
                bytes32(uint256(attempt.requestId) % 16),
                attempt.lifetime < -64 ? block.timestamp - 1 : block.timestamp + 60
            );
    }

    function _attestations(
        Attempt calldata attempt,
        IDidRegistry.LinkDidRequest memory request,
        bytes memory proof
    ) private view returns (IDidRegistry.LinkDidAttestation[] memory both) {
        bytes32 hash = registry.hashAttestation(registry.hashRequest(request), keccak256(proof));
        both = new IDidRegistry.LinkDidAttestation[](2);
        both[0] = _signed(keys[_signer(attempt.firstSigner, 0)], hash);
        both[1] = _signed(keys[_signer(attempt.secondSigner, 1)], hash);
    }

    function _signed(uint256 key, bytes32 hash) private pure returns (IDidRegistry.LinkDidAttestation memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return IDidRegistry.LinkDidAttestation(vm.addr(key), abi.encodePacked(r, s, v));
    }

    /// @dev In most cases the attester of this position.
    function _signer(uint8 seed, uint256 place) private view returns (uint256) {
        return seed < 32 ? seed % 3 : (rotation + place) % 3;
    }

    function _isAllowed(
        Attempt calldata attempt,
        IDidRegistry.LinkDidRequest memory request
    ) private view returns (bool) {
        (uint256 first, uint256 second) = (_signer(attempt.firstSigner, 0), _signer(attempt.secondSigner, 1));
        uint256 outsider = (rotation + 2) % 3;
        bytes32 didHash = keccak256(bytes(request.did));
        return
            first != second &&
            first != outsider &&
            second != outsider &&
            request.deadline >= block.timestamp &&
            !used[request.oclId][request.subject][request.requestId] &&
            books[request.oclId][request.subject].didHash != didHash;
    }

    function _enter(IDidRegistry.LinkDidRequest memory request) private {
        Book storage book = books[request.oclId][request.subject];
        (book.didHash, book.links) = (keccak256(bytes(request.did)), book.links + 1);
        used[request.oclId][request.subject][request.requestId] = true;
    }

    function _subject(bool dataRoom) private pure returns (bytes32) {
        return dataRoom ? bytes32("dataRoom") : bytes32("account");
    }
}
