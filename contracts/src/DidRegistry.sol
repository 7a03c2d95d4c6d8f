// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {EIP712Upgradeable} from "@openzeppelin/contracts-upgradeable/utils/cryptography/EIP712Upgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {GuardedPause} from "./GuardedPause.sol";
import {IDidRegistry} from "./interfaces/IDidRegistry.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {OclId} from "./libraries/OclId.sol";

/// @title DidRegistry
/// @notice The EIP-712 domain is in storage, so that an upgrade does not silently invalidate signatures of attesters.
contract DidRegistry is IDidRegistry, EIP712Upgradeable, GuardedPause, UUPSUpgradeable {
    uint256 private constant MAX_DID_LENGTH = 512;
    uint256 private constant PROOF_LENGTH = 64;
    bytes32 private constant REQUEST_TYPEHASH =
        keccak256(
            "LinkDidRequest(bytes32 oclId,bytes32 provider,bytes32 subject,string did,bytes32 requestId,uint256 deadline)"
        );
    bytes32 private constant ATTESTATION_TYPEHASH =
        keccak256("LinkDidAttestation(bytes32 requestHash,bytes32 proofHash)");

    struct Link {
        /// @dev Empty while nothing is linked.
        string did;
        uint64 version;
        mapping(bytes32 requestId => bool) used;
    }

    /// @custom:storage-location erc7201:labroom.storage.DidRegistry
    struct DidRegistryStorage {
        mapping(bytes32 oclId => mapping(bytes32 provider => mapping(bytes32 subject => Link))) links;
        address dataAttester;
        address serviceAttester;
        address relayer;
    }

    bytes32 private constant STORAGE_LOCATION =
        keccak256(abi.encode(uint256(keccak256("labroom.storage.DidRegistry")) - 1)) & ~bytes32(uint256(0xff));

    /// @inheritdoc IDidRegistry
    ILabNFT public immutable labNft;

    constructor(ILabNFT labNft_) {
        if (address(labNft_) == address(0)) revert ZeroAddress();
        labNft = labNft_;
        _disableInitializers();
    }

    /// @notice Sets everything, in the proxy's constructor, so that nothing is left to configure.
    function initialize(
        address initialOwner,
        address initialGuardian,
        address dataAttester_,
        address serviceAttester_,
        address relayer_
    ) external initializer {
        __EIP712_init("DidRegistry", "1");
        __GuardedPause_init(initialOwner, initialGuardian);
        _setAttesters(dataAttester_, serviceAttester_);
        _setRelayer(relayer_);
    }

    /// @inheritdoc IDidRegistry
    function linkDidBatch(
        LinkDidRequest[] calldata requests,
        bytes[] calldata proofs,
        LinkDidAttestation[][] calldata attestations
    ) external whenNotPaused {
        if (msg.sender != _storage().relayer) revert OnlyRelayer(msg.sender);
        uint256 count = requests.length;
        if (count == 0 || proofs.length != count || attestations.length != count) revert BatchMismatch();
        for (uint256 i = 0; i < count; ++i) _link(requests[i], proofs[i], attestations[i]);
    }

    /// @inheritdoc IDidRegistry
    function deactivateDid(bytes32 oclId, bytes32 provider, bytes32 subject) external onlyOwner {
        Link storage link = _linkOf(oclId, provider, subject);
        if (bytes(link.did).length == 0) revert NotLinked(oclId, provider, subject);
        bytes32 didHash = keccak256(bytes(link.did));
        delete link.did;
        emit DidDeactivated(oclId, provider, subject, didHash, link.version, 0);
    }

    /// @inheritdoc IDidRegistry
    function setAttesters(address dataAttester_, address serviceAttester_) external onlyOwner {
        _setAttesters(dataAttester_, serviceAttester_);
    }

    /// @inheritdoc IDidRegistry
    function setRelayer(address relayer_) external onlyOwner {
        _setRelayer(relayer_);
    }

    /// @inheritdoc IDidRegistry
    function getActiveDid(bytes32 oclId, bytes32 provider, bytes32 subject) external view returns (string memory) {
        return _linkOf(oclId, provider, subject).did;
    }

    /// @inheritdoc IDidRegistry
    function isRequestUsed(
        bytes32 oclId,
        bytes32 provider,
        bytes32 subject,
        bytes32 requestId
    ) external view returns (bool) {
        return _linkOf(oclId, provider, subject).used[requestId];
    }

    /// @inheritdoc IDidRegistry
    function dataAttester() external view returns (address) {
        return _storage().dataAttester;
    }

    /// @inheritdoc IDidRegistry
    function serviceAttester() external view returns (address) {
        return _storage().serviceAttester;
    }

    /// @inheritdoc IDidRegistry
    function relayer() external view returns (address) {
        return _storage().relayer;
    }

    /// @inheritdoc IDidRegistry
    function hashRequest(LinkDidRequest calldata request) public view returns (bytes32) {
        return
            _hashTypedDataV4(
                keccak256(
                    abi.encode(
                        REQUEST_TYPEHASH,
                        request.oclId,
                        request.provider,
                        request.subject,
                        keccak256(bytes(request.did)),
                        request.requestId,
                        request.deadline
                    )
                )
            );
    }

    /// @inheritdoc IDidRegistry
    function hashAttestation(bytes32 requestHash, bytes32 proofHash) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(ATTESTATION_TYPEHASH, requestHash, proofHash)));
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override(OwnableUpgradeable) {
        revert RenounceOwnershipDisabled();
    }

    /// @dev The collection is in the code and not in the storage, so code for another one would mistake its labs for these.
    function _authorizeUpgrade(address newImplementation) internal view override onlyOwner {
        if (address(IDidRegistry(newImplementation).labNft()) != address(labNft)) revert CollectionMismatch(newImplementation);
    }

    function _link(
        LinkDidRequest calldata request,
        bytes memory proof,
        LinkDidAttestation[] memory attestations
    ) private {
        if (block.timestamp > request.deadline) revert RequestExpired(request.deadline);
        _requireLab(request.oclId);
        uint256 length = bytes(request.did).length;
        if (length == 0 || length > MAX_DID_LENGTH) revert InvalidDid();
        if (proof.length != PROOF_LENGTH) revert InvalidProof();

        Link storage link = _linkOf(request.oclId, request.provider, request.subject);
        if (link.used[request.requestId]) revert RequestAlreadyUsed(request.requestId);
        bytes32 requestHash = hashRequest(request);
        _requireAttestations(hashAttestation(requestHash, keccak256(proof)), attestations);

        link.used[request.requestId] = true;
        bytes32 didHash = _replace(link, request);
        emit DidLinked(
            request.oclId,
            request.provider,
            request.subject,
            request.did,
            didHash,
            link.version,
            requestHash,
            proof,
            attestations
        );
    }

    /// @dev Replaces the link and emits that the previous one ended.
    function _replace(Link storage link, LinkDidRequest calldata request) private returns (bytes32 didHash) {
        didHash = keccak256(bytes(request.did));
        uint64 version = link.version;
        bytes memory before = bytes(link.did);
        if (before.length != 0) {
            bytes32 hashBefore = keccak256(before);
            if (hashBefore == didHash) revert DidAlreadyLinked(didHash);
            emit DidDeactivated(
                request.oclId,
                request.provider,
                request.subject,
                hashBefore,
                version,
                request.requestId
            );
        }
        link.did = request.did;
        link.version = version + 1;
    }

    function _requireAttestations(bytes32 hash, LinkDidAttestation[] memory attestations) private view {
        if (attestations.length != 2) revert AttestersMissing();
        (address first, address second) = (attestations[0].attester, attestations[1].attester);
        (address data, address service) = (_storage().dataAttester, _storage().serviceAttester);
        if (!((first == data && second == service) || (first == service && second == data))) revert AttestersMissing();
        for (uint256 i = 0; i < 2; ++i) {
            (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, attestations[i].signature);
            if (failure != ECDSA.RecoverError.NoError || signer != attestations[i].attester) {
                revert InvalidAttestation(attestations[i].attester);
            }
        }
    }

    function _setAttesters(address dataAttester_, address serviceAttester_) private {
        if (dataAttester_ == address(0) || serviceAttester_ == address(0)) revert ZeroAddress();
        if (dataAttester_ == serviceAttester_) revert AttestersNotDistinct();
        (_storage().dataAttester, _storage().serviceAttester) = (dataAttester_, serviceAttester_);
        emit AttestersUpdated(dataAttester_, serviceAttester_);
    }

    function _setRelayer(address relayer_) private {
        _storage().relayer = relayer_;
        emit RelayerUpdated(relayer_);
    }

    function _requireLab(bytes32 oclId) private view {
        (bool wellFormed, uint256 tokenId, ) = OclId.unpack(oclId);
        if (!wellFormed) revert InvalidOclId(oclId);
        try labNft.oclIdOf(tokenId) returns (bytes32 actual) {
            if (actual != oclId) revert InvalidOclId(oclId);
        } catch {
            revert InvalidOclId(oclId);
        }
    }

    function _linkOf(bytes32 oclId, bytes32 provider, bytes32 subject) private view returns (Link storage) {
        return _storage().links[oclId][provider][subject];
    }

    function _storage() private pure returns (DidRegistryStorage storage $) {
        bytes32 location = STORAGE_LOCATION;
        assembly ("memory-safe") {
            $.slot := location
        }
    }
}
