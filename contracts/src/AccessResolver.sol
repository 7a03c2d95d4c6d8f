// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable2StepUpgradeable} from "@openzeppelin/contracts-upgradeable/access/Ownable2StepUpgradeable.sol";
import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IAccessResolver} from "./interfaces/IAccessResolver.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {BoundToken} from "./libraries/BoundToken.sol";
import {OclId} from "./libraries/OclId.sol";
import {OwnerResolution} from "./libraries/OwnerResolution.sol";

/// @title AccessResolver
/// @notice The owner of this contract may upgrade it and may grant and revoke roles in any lab, for recovery. It has
/// no role itself, so it can open files only by a public grant.
contract AccessResolver is IAccessResolver, Ownable2StepUpgradeable, UUPSUpgradeable {
    uint8 public constant ROLE_VIEWER = 1;
    uint8 public constant ROLE_CONTRIBUTOR = 2;

    struct Grant {
        uint8 role;
        uint64 expiry;
        bool isAgent;
    }

    /// @custom:storage-location erc7201:labroom.storage.AccessResolver
    struct AccessResolverStorage {
        mapping(bytes32 oclId => mapping(address account => Grant)) grants;
    }

    bytes32 private constant STORAGE_LOCATION =
        keccak256(abi.encode(uint256(keccak256("labroom.storage.AccessResolver")) - 1)) & ~bytes32(uint256(0xff));

    /// @inheritdoc IAccessResolver
    ILabNFT public immutable labNft;

    constructor(ILabNFT labNft_) {
        if (address(labNft_) == address(0)) revert ZeroAddress();
        labNft = labNft_;
        _disableInitializers();
    }

    /// @notice Sets the first owner, in the proxy's constructor.
    function initialize(address initialOwner) external initializer {
        __Ownable_init(initialOwner);
    }

    /// @inheritdoc IAccessResolver
    function grantRole(bytes32 oclId, address account, uint8 role, uint64 expiry, bool isAgent) external {
        uint256 tokenId = _requireLab(oclId);
        _requireRole(role);
        if (account == address(0)) revert ZeroAddress();
        Grant storage grant = _grantOf(oclId, account);
        uint8 affected = role > _activeRole(grant) ? role : _activeRole(grant);
        if (!_mayAdminister(oclId, tokenId, affected)) revert UnauthorizedRoleAdmin(oclId, msg.sender, role);
        grant.role = role;
        grant.expiry = expiry;
        grant.isAgent = isAgent;
        emit RoleGranted(oclId, account, role, expiry, isAgent, msg.sender);
    }

    /// @inheritdoc IAccessResolver
    function revokeRole(bytes32 oclId, address account) external {
        uint256 tokenId = _requireLab(oclId);
        uint8 role = _grantOf(oclId, account).role;
        if (role == 0) return;
        if (!_mayAdminister(oclId, tokenId, role)) revert UnauthorizedRoleAdmin(oclId, msg.sender, role);
        delete _storage().grants[oclId][account];
        emit RoleRevoked(oclId, account, role, msg.sender);
    }

    /// @inheritdoc IAccessResolver
    function hasRole(bytes32 oclId, address account, uint8 role) external view returns (bool) {
        uint256 tokenId = _requireLab(oclId);
        _requireRole(role);
        return _activeRole(_grantOf(oclId, account)) >= role || _isOwner(tokenId, account);
    }

    /// @inheritdoc IAccessResolver
    function getRole(
        bytes32 oclId,
        address account
    ) external view returns (uint8 role, uint64 expiry, bool isAgent) {
        _requireLab(oclId);
        Grant storage grant = _grantOf(oclId, account);
        if (_activeRole(grant) != 0) return (grant.role, grant.expiry, grant.isAgent);
    }

    /// @inheritdoc IAccessResolver
    function isAuthorizedSignerForTba(address signer, address account) external view returns (bool) {
        (bool bound, , address tokenContract, uint256 tokenId) = BoundToken.read(account);
        if (!bound || tokenContract != address(labNft)) return false;
        try labNft.accountOf(tokenId) returns (address labAccount) {
            return labAccount == account && _isOwner(tokenId, signer);
        } catch {
            return false;
        }
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override(OwnableUpgradeable) {
        revert RenounceOwnershipDisabled();
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}

    /// @dev `role` is the highest role that the change grants or revokes. A contributor's own grant is checked first,
    /// so that a hostile holder cannot block the contributor.
    function _mayAdminister(bytes32 oclId, uint256 tokenId, uint8 role) private view returns (bool) {
        if (role < ROLE_CONTRIBUTOR && _activeRole(_grantOf(oclId, msg.sender)) == ROLE_CONTRIBUTOR) return true;
        return msg.sender == owner() || _isOwner(tokenId, msg.sender);
    }

    function _isOwner(uint256 tokenId, address account) private view returns (bool) {
        return OwnerResolution.isOwner(labNft.ownerOf(tokenId), account);
    }

    function _requireLab(bytes32 oclId) private view returns (uint256) {
        (bool wellFormed, uint256 tokenId, ) = OclId.unpack(oclId);
        if (!wellFormed) revert InvalidOclId(oclId);
        try labNft.oclIdOf(tokenId) returns (bytes32 actual) {
            if (actual != oclId) revert InvalidOclId(oclId);
        } catch {
            revert InvalidOclId(oclId);
        }
        return tokenId;
    }

    function _requireRole(uint8 role) private pure {
        if (role != ROLE_VIEWER && role != ROLE_CONTRIBUTOR) revert InvalidRole(role);
    }

    function _activeRole(Grant storage grant) private view returns (uint8) {
        uint64 expiry = grant.expiry;
        return expiry != 0 && block.timestamp >= expiry ? 0 : grant.role;
    }

    function _grantOf(bytes32 oclId, address account) private view returns (Grant storage) {
        return _storage().grants[oclId][account];
    }

    function _storage() private pure returns (AccessResolverStorage storage $) {
        bytes32 location = STORAGE_LOCATION;
        assembly ("memory-safe") {
            $.slot := location
        }
    }
}
