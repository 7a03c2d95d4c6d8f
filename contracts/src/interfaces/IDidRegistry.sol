// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "./ILabNFT.sol";

/// @title Which decentralised identifiers (DIDs) a lab has
/// @notice Binds the identities of a lab's data to its `oclId`, where everybody can check who vouched for it.
///
/// [Note: dual attestation]
/// A link needs three signatures, all over EIP-712 messages of this registry on this chain:
///   proof         the data room's ed25519 key signs the `LinkDidRequest`; kept in the event for anyone to verify
///   dataAttester, serviceAttester
///                 each signs `LinkDidAttestation { requestHash, proofHash }`: the first vouches that the proof is the
///                 data room's, the second that the service wants this lab to have this DID
/// The relayer only carries requests here. It can withhold a link and cannot forge one.
interface IDidRegistry {
    /// @param provider Whose identities these are, e.g. "odf".
    /// @param subject What of the lab is identified, e.g. "account" or "dataRoom".
    /// @param did The DID, taken as it is: 1 to 512 bytes.
    /// @param requestId Works once per lab, provider and subject.
    /// @param deadline The last second, in Unix time, at which the request is accepted.
    struct LinkDidRequest {
        bytes32 oclId;
        bytes32 provider;
        bytes32 subject;
        string did;
        bytes32 requestId;
        uint256 deadline;
    }

    /// @param attester Who must have made `signature`: 65 bytes, ECDSA over secp256k1.
    struct LinkDidAttestation {
        address attester;
        bytes signature;
    }

    /// @notice `did` is from now on the identity of that subject of the lab.
    /// @param didHash Keccak-256 of `did`.
    /// @param version Counts the links of this lab, provider and subject, from 1.
    /// @param requestHash What the data room and, with the proof's hash, the attesters signed.
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

    /// @notice A link has ended: another took its place, which `requestId` names, or the owner ended it, and
    /// `requestId` is zero.
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

    /// @notice Only the relayer brings requests.
    error OnlyRelayer(address caller);

    /// @notice There are not as many proofs and attestations as requests, or none of all.
    error BatchMismatch();

    /// @notice The id is malformed, or the LabNFT does not know it: an `oclId` describes itself and could be forged.
    error InvalidOclId(bytes32 oclId);

    /// @notice A DID has 1 to 512 bytes.
    error InvalidDid();

    /// @notice An ed25519 signature has 64 bytes.
    error InvalidProof();

    /// @notice The request came too late.
    error RequestExpired(uint256 deadline);

    /// @notice A request works once, also after its link was deactivated.
    error RequestAlreadyUsed(bytes32 requestId);

    /// @notice The same DID is linked already.
    error DidAlreadyLinked(bytes32 didHash);

    /// @notice There are not two attestations, one by each attester.
    error AttestersMissing();

    /// @notice `attester` did not sign this request with this proof.
    error InvalidAttestation(address attester);

    /// @notice There is nothing to deactivate.
    error NotLinked(bytes32 oclId, bytes32 provider, bytes32 subject);

    /// @notice The two attesters are one.
    error AttestersNotDistinct();

    error ZeroAddress();

    /// @notice Giving up the ownership would end upgrades and the rotation of keys.
    error RenounceOwnershipDisabled();

    /// @notice Links every DID of the batch, or none. A DID that was linked before in the same place is deactivated.
    /// Only for the relayer. `proofs` and `attestations` go with `requests` by position; of the two attestations of a
    /// request, either may come first.
    /// Checks, in this order: relayer, lengths; per request deadline, id, DID, proof, first use, attestations, novelty.
    function linkDidBatch(
        LinkDidRequest[] calldata requests,
        bytes[] calldata proofs,
        LinkDidAttestation[][] calldata attestations
    ) external;

    /// @notice Ends a link. The same DID may be linked again by a new request. Only for the owner.
    function deactivateDid(bytes32 oclId, bytes32 provider, bytes32 subject) external;

    /// @notice Names the two attesters, who must be different. Only for the owner.
    function setAttesters(address dataAttester_, address serviceAttester_) external;

    /// @notice Names the relayer; zero is nobody, so that nothing is linked. Only for the owner.
    function setRelayer(address relayer_) external;

    /// @notice The linked DID, empty where there is none.
    function getActiveDid(bytes32 oclId, bytes32 provider, bytes32 subject) external view returns (string memory);

    /// @notice Whether a request was used up.
    function isRequestUsed(
        bytes32 oclId,
        bytes32 provider,
        bytes32 subject,
        bytes32 requestId
    ) external view returns (bool);

    /// @notice The EIP-712 hash of a request: what the data room's key signs.
    function hashRequest(LinkDidRequest calldata request) external view returns (bytes32);

    /// @notice The EIP-712 hash that both attesters sign.
    function hashAttestation(bytes32 requestHash, bytes32 proofHash) external view returns (bytes32);

    function dataAttester() external view returns (address);

    function serviceAttester() external view returns (address);

    function relayer() external view returns (address);

    /// @notice The collection whose labs are served.
    function labNft() external view returns (ILabNFT);
}
