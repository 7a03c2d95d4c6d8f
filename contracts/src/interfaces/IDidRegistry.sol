// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IGuardedPause} from "./IGuardedPause.sol";
import {ILabNFT} from "./ILabNFT.sol";

/// @title Registry of the decentralized identifiers (DIDs) of labs
/// @notice Links the identities of a lab's data to its `oclId`, with publicly verifiable attestations.
///
/// [Note: dual attestation]
/// A link needs three signatures, all over EIP-712 messages of this registry on this chain:
///   proof         the data room's ed25519 key signs the `LinkDidRequest`; kept in the event for anyone to verify
///   dataAttester, serviceAttester
///                 each signs `LinkDidAttestation { requestHash, proofHash }`: the first attests that the proof is the
///                 data room's, the second that the service requests this DID for this lab
/// The relayer only submits requests. It can withhold a link and cannot forge one. Relayer and both attesters together could
/// link any DID, so a deployment keeps the keys of the attesters in two places.
/// The key of the linked DID itself signs nothing: the data room's key signs for the account's DID too. A DID can be linked
/// to several labs; a reader who needs a DID that belongs to one lab reads `DidLinked` of all labs.
interface IDidRegistry is IGuardedPause {
    /// @param provider Provider of the identities, e.g. "odf".
    /// @param subject Identified part of the lab, e.g. "account" or "dataRoom".
    /// @param did The DID, unchanged: 1 to 512 bytes.
    /// @param requestId Accepted once per lab, provider and subject.
    /// @param deadline The last second, in Unix time, at which the request is accepted.
    struct LinkDidRequest {
        bytes32 oclId;
        bytes32 provider;
        bytes32 subject;
        string did;
        bytes32 requestId;
        uint256 deadline;
    }

    /// @param attester Signer of `signature`: 65 bytes, ECDSA over secp256k1.
    struct LinkDidAttestation {
        address attester;
        bytes signature;
    }

    /// @notice `did` was linked to the subject of the lab.
    /// @param didHash Keccak-256 of `did`.
    /// @param version Number of the link of this lab, provider and subject, from 1.
    /// @param requestHash Hash that the data room and, with the proof's hash, the attesters signed.
    /// @param proof The ed25519 signature of the data room's key over `requestHash`.
    event DidLinked(
        bytes32 indexed oclId,
        bytes32 indexed provider,
        bytes32 indexed subject,
        string did,
        bytes32 didHash,
        uint64 version,
        bytes32 requestHash,
        bytes proof,
        LinkDidAttestation[] attestations
    );

    /// @notice A link ended. `requestId` names the request that replaced it; zero if the owner ended it.
    event DidDeactivated(
        bytes32 indexed oclId,
        bytes32 indexed provider,
        bytes32 indexed subject,
        bytes32 didHash,
        uint64 version,
        bytes32 requestId
    );

    event AttestersUpdated(address indexed dataAttester, address indexed serviceAttester);
    event RelayerUpdated(address indexed relayer);

    /// @notice Only the relayer can submit requests.
    error OnlyRelayer(address caller);

    /// @notice The numbers of requests, proofs and attestations differ or are zero.
    error BatchMismatch();

    /// @notice The id is malformed, or the LabNFT does not confirm it.
    error InvalidOclId(bytes32 oclId);

    /// @notice A DID has 1 to 512 bytes.
    error InvalidDid();

    /// @notice An ed25519 signature has 64 bytes.
    error InvalidProof();

    /// @notice The deadline of the request has passed.
    error RequestExpired(uint256 deadline);

    /// @notice The request was used before. It stays used after its link was deactivated.
    error RequestAlreadyUsed(bytes32 requestId);

    /// @notice The same DID is linked already.
    error DidAlreadyLinked(bytes32 didHash);

    /// @notice The request does not have exactly one attestation of each attester.
    error AttestersMissing();

    /// @notice `attester` did not sign this request with this proof.
    error InvalidAttestation(address attester);

    /// @notice No DID is linked.
    error NotLinked(bytes32 oclId, bytes32 provider, bytes32 subject);

    /// @notice The two attesters are the same account.
    error AttestersNotDistinct();

    error ZeroAddress();

    /// @notice Renouncing the ownership would end upgrades and the rotation of keys.
    error RenounceOwnershipDisabled();

    /// @notice The new code is for the labs of another collection.
    error CollectionMismatch(address implementation);

    /// @notice Links all DIDs of the batch or none. Deactivates the DID that was linked to the same subject. Only for
    /// the relayer. `proofs` and `attestations` belong to `requests` by position; the two attestations of a request can
    /// have any order. Checks, in this order: not paused, relayer, lengths; per request deadline, id, DID, proof, first use,
    /// attestations, novelty.
    function linkDidBatch(
        LinkDidRequest[] calldata requests,
        bytes[] calldata proofs,
        LinkDidAttestation[][] calldata attestations
    ) external;

    /// @notice Ends a link. A new request can link the same DID again. Only for the owner.
    function deactivateDid(bytes32 oclId, bytes32 provider, bytes32 subject) external;

    /// @notice Sets the two attesters, which must be different. Only for the owner.
    function setAttesters(address dataAttester_, address serviceAttester_) external;

    /// @notice Sets the relayer. With zero, nothing can be linked. Only for the owner.
    function setRelayer(address relayer_) external;

    /// @notice The linked DID; empty if there is none.
    function getActiveDid(bytes32 oclId, bytes32 provider, bytes32 subject) external view returns (string memory);

    /// @notice Whether a request was used.
    function isRequestUsed(
        bytes32 oclId,
        bytes32 provider,
        bytes32 subject,
        bytes32 requestId
    ) external view returns (bool);

    /// @notice The EIP-712 hash of a request, which the data room's key signs.
    function hashRequest(LinkDidRequest calldata request) external view returns (bytes32);

    /// @notice The EIP-712 hash that both attesters sign.
    function hashAttestation(bytes32 requestHash, bytes32 proofHash) external view returns (bytes32);

    function dataAttester() external view returns (address);

    function serviceAttester() external view returns (address);

    function relayer() external view returns (address);

    /// @notice The collection of the labs.
    function labNft() external view returns (ILabNFT);
}
