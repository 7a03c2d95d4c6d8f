// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PausableUpgradeable} from "@openzeppelin/contracts-upgradeable/utils/PausableUpgradeable.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {IAccessList} from "./interfaces/IAccessList.sol";
import {IAccessResolver} from "./interfaces/IAccessResolver.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {OclId} from "./libraries/OclId.sol";
import {SignerSignature} from "./libraries/SignerSignature.sol";

/// @title AccessList
/// @notice Not upgradeable and without an owner. Who may write is decided by LabNFT and AccessResolver, which it only reads.
contract AccessList is IAccessList, EIP712 {
    uint8 private constant ROLE_CONTRIBUTOR = 2;

    /// @dev As in the AccessResolver.
    uint256 private constant LONGEST_GRANT = 36_525 days;

    bytes32 private constant CLAIM_TYPEHASH =
        keccak256(
            "Claim(bytes32 oclId,bytes32 subject,address writer,address key,uint48 expiry,uint48 deadline,uint32 uses,uint48 epoch,bytes32 salt)"
        );
    bytes32 private constant REDEMPTION_TYPEHASH = keccak256("Redemption(bytes32 claim,address reader)");

    /// @dev One slot.
    struct Entry {
        address granter;
        /// What `_markOf` was when the entry was granted, plus one; zero without an entry.
        uint48 mark;
        uint48 expiry;
    }

    /// @inheritdoc IAccessList
    IAccessResolver public immutable resolver;

    ILabNFT private immutable LAB_NFT;

    mapping(bytes32 oclId => mapping(bytes32 subject => mapping(address reader => Entry))) private entries;
    mapping(bytes32 oclId => uint32) private epochs;

    /// @dev How often the entries of a granter were ended. The holder's are of granter zero, and end by the epoch alone.
    mapping(bytes32 oclId => mapping(address granter => uint32)) private ends;

    /// @inheritdoc IAccessList
    mapping(bytes32 claim => uint32) public usesOf;

    mapping(bytes32 claim => mapping(address reader => bool)) private redeemed;

    constructor(IAccessResolver resolver_) EIP712("AccessList", "1") {
        (resolver, LAB_NFT) = (resolver_, resolver_.labNft());
    }

    /// @inheritdoc IAccessList
    function grant(bytes32 oclId, bytes32 subject, address reader, uint48 expiry) external {
        _list(oclId, subject, reader, expiry, msg.sender, 0);
    }

    /// @inheritdoc IAccessList
    function revoke(bytes32 oclId, bytes32 subject, address reader) external {
        Entry storage entry = entries[oclId][subject][reader];
        if (entry.mark == 0) return;
        bool mayRevoke = msg.sender == reader ||
            msg.sender == _holderOf(oclId) ||
            (entry.granter != address(0) && _isContributor(oclId, msg.sender));
        if (!mayRevoke) revert NotWriter(oclId, msg.sender);
        delete entries[oclId][subject][reader];
        emit Unlisted(oclId, subject, reader, msg.sender);
    }

    /// @inheritdoc IAccessList
    function revokeAll(bytes32 oclId) external {
        if (msg.sender != _holderOf(oclId)) revert NotWriter(oclId, msg.sender);
        ++epochs[oclId];
        emit AllUnlisted(oclId, epochOf(oclId), msg.sender);
    }

    /// @inheritdoc IAccessList
    function endEntriesOf(bytes32 oclId, address granter) external {
        if (granter == address(0)) revert ZeroAddress();
        if (msg.sender != _holderOf(oclId) && _isContributor(oclId, granter)) revert NotWriter(oclId, msg.sender);
        ++ends[oclId][granter];
        emit EntriesEnded(oclId, granter, msg.sender);
    }

    /// @inheritdoc IAccessList
    function redeem(
        Claim calldata claim,
        bytes calldata writerSignature,
        address reader,
        bytes calldata keySignature
    ) external {
        if (block.timestamp > claim.deadline) revert ClaimExpired(claim.deadline);
        uint48 present = epochOf(claim.oclId);
        if (claim.epoch != present) revert ClaimOfFormerEpoch(claim.epoch, present);
        bytes32 hash = hashClaim(claim);
        if (usesOf[hash] >= claim.uses) revert ClaimUsed(hash);
        if (redeemed[hash][reader]) revert AlreadyRedeemed(hash, reader);
        ++usesOf[hash];
        redeemed[hash][reader] = true;
        _requireSignature(claim.writer, hash, writerSignature);
        if (reader != claim.key || msg.sender != claim.key) {
            _requireSignature(claim.key, hashRedemption(hash, reader), keySignature);
        }
        _list(claim.oclId, claim.subject, reader, claim.expiry, claim.writer, hash);
    }

    /// @inheritdoc IAccessList
    function cancel(Claim calldata claim) external {
        if (msg.sender != claim.writer && msg.sender != _holderOf(claim.oclId)) {
            revert NotWriter(claim.oclId, msg.sender);
        }
        bytes32 hash = hashClaim(claim);
        usesOf[hash] = type(uint32).max;
        emit ClaimCancelled(claim.oclId, hash, msg.sender);
    }

    /// @inheritdoc IAccessList
    function entryOf(
        bytes32 oclId,
        bytes32 subject,
        address reader
    ) external view returns (bool listed, uint48 expiry, address granter) {
        Entry storage entry = entries[oclId][subject][reader];
        if (_stands(oclId, entry)) return (true, entry.expiry, entry.granter);
    }

    /// @inheritdoc IAccessList
    function isListed(bytes32 oclId, bytes32 subject, address reader) external view returns (bool) {
        return _stands(oclId, entries[oclId][subject][reader]);
    }

    /// @inheritdoc IAccessList
    function epochOf(bytes32 oclId) public view returns (uint48) {
        return uint48(epochs[oclId]) + resolver.epochOf(oclId);
    }

    /// @inheritdoc IAccessList
    function hashClaim(Claim calldata claim) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(CLAIM_TYPEHASH, claim)));
    }

    /// @inheritdoc IAccessList
    function hashRedemption(bytes32 claim, address reader) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(REDEMPTION_TYPEHASH, claim, reader)));
    }

    function _list(
        bytes32 oclId,
        bytes32 subject,
        address reader,
        uint48 expiry,
        address writer,
        bytes32 claim
    ) private {
        if (PausableUpgradeable(address(resolver)).paused()) revert GrantsPaused();
        if (reader == address(0)) revert ZeroAddress();
        if (expiry != 0 && (expiry <= block.timestamp || expiry > block.timestamp + LONGEST_GRANT)) {
            revert InvalidExpiry(expiry);
        }
        Entry storage entry = entries[oclId][subject][reader];
        bool isHolder = writer == _holderOf(oclId);
        if (!isHolder) {
            bool mayGrant = _isContributor(oclId, writer) && (entry.granter != address(0) || !_stands(oclId, entry));
            if (!mayGrant) revert NotWriter(oclId, writer);
        }
        address granter = isHolder ? address(0) : writer;
        (entry.granter, entry.mark, entry.expiry) = (granter, _markOf(oclId, granter) + 1, expiry);
        emit Listed(oclId, subject, reader, expiry, granter, claim);
    }

    function _stands(bytes32 oclId, Entry storage entry) private view returns (bool) {
        (address granter, uint48 mark, uint48 expiry) = (entry.granter, entry.mark, entry.expiry);
        if (mark == 0 || (expiry != 0 && block.timestamp >= expiry)) return false;
        if (mark != _markOf(oclId, granter) + 1) return false;
        return granter == address(0) || _isContributor(oclId, granter);
    }

    /// @dev A sum of numbers that only grow, so it is the same again only if none of them has changed.
    function _markOf(bytes32 oclId, address granter) private view returns (uint48) {
        return epochOf(oclId) + ends[oclId][granter];
    }

    /// @dev Granted roles only: the contract that holds the lab is not asked for its owners.
    function _isContributor(bytes32 oclId, address account) private view returns (bool) {
        (uint8 role, , ) = resolver.getRole(oclId, account);
        return role == ROLE_CONTRIBUTOR;
    }

    /// @dev Reverts with `InvalidOclId` for an unknown lab.
    function _holderOf(bytes32 oclId) private view returns (address) {
        resolver.epochOf(oclId);
        (, uint256 tokenId, ) = OclId.unpack(oclId);
        return LAB_NFT.ownerOf(tokenId);
    }

    function _requireSignature(address signer, bytes32 hash, bytes calldata signature) private view {
        if (!SignerSignature.isValid(signer, hash, signature)) revert InvalidSignature(signer);
    }
}
