// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OwnableUpgradeable} from "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {GuardedPause} from "./GuardedPause.sol";
import {IAccessResolver} from "./interfaces/IAccessResolver.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {BoundToken} from "./libraries/BoundToken.sol";
import {OclId} from "./libraries/OclId.sol";
import {OwnerResolution} from "./libraries/OwnerResolution.sol";

/// @title AccessResolver
/// @notice The owner of this contract may upgrade it and may grant and revoke roles in any lab, for recovery. It has
/// no role itself, so it can open files only by a public grant. The guardian can only stop grants.
contract AccessResolver is IAccessResolver, GuardedPause, UUPSUpgradeable {
    uint8 public constant ROLE_VIEWER = 1;
    uint8 public constant ROLE_CONTRIBUTOR = 2;

    /// @dev The latest expiry that a grant may have, from now. Longer ones are milliseconds by mistake.
    uint256 private constant LONGEST_GRANT = 36_525 days;

    struct Grant {
        uint8 role;
        uint64 expiry;
        bool isAgent;
        /// Epoch of the lab when the role was granted. A grant of an earlier epoch is void.
        uint32 epoch;
        /// Number of the account's role in this lab. Every time that the account becomes contributor has another one.
        uint32 term;
        /// Whether a contributor granted the role. It then holds as long as the contributor's term.
        bool isDelegated;
        address contributor;
        uint32 contributorTerm;
    }

    /// @custom:storage-location erc7201:labroom.storage.AccessResolver
    struct AccessResolverStorage {
        mapping(bytes32 oclId => mapping(address account => Grant)) grants;
        mapping(bytes32 oclId => uint32) epochs;
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

    /// @notice Sets owner and guardian, in the proxy's constructor, so that nothing is left to configure.
    function initialize(address initialOwner, address initialGuardian) external initializer {
        __GuardedPause_init(initialOwner, initialGuardian);
    }

    /// @inheritdoc IAccessResolver
    function grantRole(
        bytes32 oclId,
        address account,
        uint8 role,
        uint64 expiry,
        bool isAgent
    ) external whenNotPaused {
        uint256 tokenId = _requireLab(oclId);
        _requireRole(role);
        if (account == address(0)) revert ZeroAddress();
        if (expiry != 0 && (expiry <= block.timestamp || expiry > block.timestamp + LONGEST_GRANT)) {
            revert InvalidExpiry(expiry);
        }
        Grant storage grant = _grantOf(oclId, account);
        uint8 active = _activeRole(oclId, grant);
        bool isDelegated = _requireGranter(oclId, tokenId, grant, active, role, expiry);
        if (active != ROLE_CONTRIBUTOR) ++grant.term;
        grant.role = role;
        grant.expiry = expiry;
        grant.isAgent = isAgent;
        grant.epoch = _storage().epochs[oclId];
        grant.isDelegated = isDelegated;
        emit RoleGranted(oclId, account, role, expiry, isAgent, msg.sender);
        if (!isDelegated) return;
        grant.contributor = msg.sender;
        grant.contributorTerm = _grantOf(oclId, msg.sender).term;
        emit RoleDelegated(oclId, account, msg.sender);
    }

    /// @inheritdoc IAccessResolver
    function revokeRole(bytes32 oclId, address account) external {
        _revoke(oclId, _requireLab(oclId), account);
    }

    /// @inheritdoc IAccessResolver
    function revokeRoles(bytes32 oclId, address[] calldata accounts) external {
        uint256 tokenId = _requireLab(oclId);
        for (uint256 i = 0; i < accounts.length; ++i) _revoke(oclId, tokenId, accounts[i]);
    }

    /// @inheritdoc IAccessResolver
    function revokeAll(bytes32 oclId) external {
        uint256 tokenId = _requireLab(oclId);
        if (!_isHolderOrAdmin(tokenId)) revert UnauthorizedRoleAdmin(oclId, msg.sender, ROLE_CONTRIBUTOR);
        emit AllRolesRevoked(oclId, ++_storage().epochs[oclId], msg.sender);
    }

    /// @inheritdoc IAccessResolver
    function renounceRole(bytes32 oclId) external {
        _requireLab(oclId);
        _clear(oclId, msg.sender);
    }

    /// @inheritdoc IAccessResolver
    function epochOf(bytes32 oclId) external view returns (uint32) {
        _requireLab(oclId);
        return _storage().epochs[oclId];
    }

    /// @inheritdoc IAccessResolver
    function hasRole(bytes32 oclId, address account, uint8 role) external view returns (bool) {
        uint256 tokenId = _requireLab(oclId);
        _requireRole(role);
        return _activeRole(oclId, _grantOf(oclId, account)) >= role || _isOwner(tokenId, account);
    }

    /// @inheritdoc IAccessResolver
    function getRole(
        bytes32 oclId,
        address account
    ) external view returns (uint8 role, uint64 expiry, bool isAgent) {
        _requireLab(oclId);
        Grant storage grant = _grantOf(oclId, account);
        if (_activeRole(oclId, grant) != 0) return (grant.role, grant.expiry, grant.isAgent);
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

    /// @dev The collection is in the code and not in the storage, so code for another one would mistake its labs for these.
    function _authorizeUpgrade(address newImplementation) internal view override onlyOwner {
        if (address(IAccessResolver(newImplementation).labNft()) != address(labNft)) revert CollectionMismatch(newImplementation);
    }

    /// @dev Reverts if the sender may not grant the role. No contract that holds the lab is called: its owners read, and
    /// the holder alone writes.
    /// @param active The role that `grant` gives now.
    /// @return isDelegated Whether the sender grants as a contributor.
    function _requireGranter(
        bytes32 oclId,
        uint256 tokenId,
        Grant storage grant,
        uint8 active,
        uint8 role,
        uint64 expiry
    ) private view returns (bool isDelegated) {
        if (_isHolderOrAdmin(tokenId)) return false;
        Grant storage own = _grantOf(oclId, msg.sender);
        bool mayDelegate = role == ROLE_VIEWER &&
            (active == 0 || grant.isDelegated) &&
            _activeRole(oclId, own) == ROLE_CONTRIBUTOR;
        if (!mayDelegate) revert UnauthorizedRoleAdmin(oclId, msg.sender, role);
        if (own.expiry != 0 && (expiry == 0 || expiry > own.expiry)) revert ExpiryAfterOwnRole(expiry, own.expiry);
        return true;
    }

    function _revoke(bytes32 oclId, uint256 tokenId, address account) private {
        Grant storage grant = _grantOf(oclId, account);
        uint8 role = _grantedRole(oclId, grant);
        if (role == 0) return;
        // Only viewers are delegated.
        bool mayRevoke = _isHolderOrAdmin(tokenId) ||
            (grant.isDelegated && _activeRole(oclId, _grantOf(oclId, msg.sender)) == ROLE_CONTRIBUTOR);
        if (!mayRevoke) revert UnauthorizedRoleAdmin(oclId, msg.sender, role);
        _clear(oclId, account);
    }

    /// @dev Keeps the term, so that the next one has another number.
    function _clear(bytes32 oclId, address account) private {
        Grant storage grant = _grantOf(oclId, account);
        uint8 role = _grantedRole(oclId, grant);
        if (role == 0) return;
        grant.role = 0;
        grant.expiry = 0;
        grant.isAgent = false;
        grant.isDelegated = false;
        emit RoleRevoked(oclId, account, role, msg.sender);
    }

    function _isHolderOrAdmin(uint256 tokenId) private view returns (bool) {
        return msg.sender == labNft.ownerOf(tokenId) || msg.sender == owner();
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

    /// @dev The role that holds now. Only contributors delegate, and a contributor's own role is never delegated.
    function _activeRole(bytes32 oclId, Grant storage grant) private view returns (uint8 role) {
        role = _grantedRole(oclId, grant);
        uint64 expiry = grant.expiry;
        if (expiry != 0 && block.timestamp >= expiry) return 0;
        if (role == 0 || !grant.isDelegated) return role;
        Grant storage above = _grantOf(oclId, grant.contributor);
        bool stands = above.term == grant.contributorTerm && _activeRole(oclId, above) == ROLE_CONTRIBUTOR;
        return stands ? role : 0;
    }

    /// @dev The role of the lab's present epoch, also after its expiry.
    function _grantedRole(bytes32 oclId, Grant storage grant) private view returns (uint8) {
        return grant.epoch == _storage().epochs[oclId] ? grant.role : 0;
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
