// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Account as ERC4337Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IAccount, IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {IERC6551Account, IERC6551Executable} from "./interfaces/IERC6551.sol";
import {ILabAccount} from "./interfaces/ILabAccount.sol";
import {BoundToken} from "./libraries/BoundToken.sol";
import {SignerSignature} from "./libraries/SignerSignature.sol";

/// @title LabAccount
/// @notice The code behind every lab's account. See [Note: signing for a lab account] in `ILabAccount`.
contract LabAccount is ILabAccount, ERC4337Account, ERC7739, ERC1155Holder, IERC721Receiver {
    uint8 private constant OPERATION_CALL = 0;
    uint256 private constant MAX_LOCK = 30 days;

    /// @dev Shares a slot with the lock, so that `execute` reads both at the price of one.
    uint208 private changes;
    uint48 private lockEnd;

    /// @dev Holder for whom the user operations of this transaction were validated. A bundle validates all operations
    /// before it executes the first, so the lab can be sold in between. The seller's operation must not run in the
    /// buyer's account.
    address private transient validatedHolder;
    /// @dev Whether the lab was sold between two validations. The entry point does not tell `execute` which operation
    /// it runs, so none of them may run.
    bool private transient holderChanged;

    constructor() EIP712("LabAccount", "1") {}

    receive() external payable override(IERC6551Account, ERC4337Account) {}

    /// @inheritdoc IERC6551Executable
    function execute(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation
    ) external payable returns (bytes memory result) {
        if (!_mayAct(msg.sender)) revert NotAuthorized(msg.sender);
        if (operation != OPERATION_CALL) revert OperationNotSupported(operation);
        if (isLocked()) revert AccountLocked(lockEnd);
        ++changes;
        bool success;
        (success, result) = to.call{value: value}(data);
        return Address.verifyCallResult(success, result);
    }

    /// @inheritdoc ILabAccount
    function lock(uint256 until) external {
        if (!_mayAct(msg.sender)) revert NotAuthorized(msg.sender);
        if (until <= block.timestamp || until <= lockEnd || until > block.timestamp + MAX_LOCK) {
            revert InvalidLock(until);
        }
        ++changes;
        lockEnd = uint48(until);
        emit LockUpdated(until);
    }

    /// @inheritdoc IERC721Receiver
    function onERC721Received(address, address, uint256 receivedId, bytes calldata) external view returns (bytes4) {
        (uint256 chainId, address tokenContract, uint256 tokenId) = token();
        if (msg.sender == tokenContract && receivedId == tokenId && chainId == block.chainid) revert OwnershipCycle();
        return IERC721Receiver.onERC721Received.selector;
    }

    /// @inheritdoc IERC6551Account
    function isValidSigner(address signer, bytes calldata) external view returns (bytes4) {
        bool valid = signer != address(0) && signer == owner() && !isLocked();
        return valid ? IERC6551Account.isValidSigner.selector : bytes4(0);
    }

    /// @inheritdoc IERC6551Account
    function state() external view returns (uint256) {
        return changes;
    }

    /// @inheritdoc ILabAccount
    function lockedUntil() external view returns (uint256) {
        return lockEnd;
    }

    /// @inheritdoc ILabAccount
    function isLocked() public view returns (bool) {
        return block.timestamp < lockEnd;
    }

    /// @inheritdoc IERC6551Account
    function token() public view returns (uint256 chainId, address tokenContract, uint256 tokenId) {
        (, chainId, tokenContract, tokenId) = BoundToken.read(address(this));
    }

    /// @inheritdoc ILabAccount
    function owner() public view returns (address) {
        (uint256 chainId, address tokenContract, uint256 tokenId) = token();
        if (chainId != block.chainid || tokenContract.code.length == 0) return address(0);
        try IERC721(tokenContract).ownerOf(tokenId) returns (address holder) {
            return holder;
        } catch {
            return address(0);
        }
    }

    /// @inheritdoc ILabAccount
    function entryPoint() public pure override(ILabAccount, ERC4337Account) returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @inheritdoc IERC1271
    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) public view override(IERC1271, ERC7739) returns (bytes4) {
        return isLocked() ? bytes4(0xffffffff) : super.isValidSignature(hash, signature);
    }

    /// @inheritdoc IAccount
    function validateUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        uint256 missingAccountFunds
    ) public override(IAccount, ERC4337Account) returns (uint256) {
        address holder = owner();
        if (validatedHolder != address(0) && validatedHolder != holder) holderChanged = true;
        validatedHolder = holder;
        ++changes;
        return super.validateUserOp(userOp, userOpHash, missingAccountFunds);
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return
            interfaceId == type(IERC6551Account).interfaceId ||
            interfaceId == type(IERC6551Executable).interfaceId ||
            interfaceId == type(IERC1271).interfaceId ||
            interfaceId == type(IAccount).interfaceId ||
            interfaceId == type(IERC721Receiver).interfaceId ||
            super.supportsInterface(interfaceId);
    }

    /// @dev Tells the entry point when the lock ends, because ERC-7562 forbids validation to read the time. The entry
    /// point rejects an operation up to and including `validAfter`.
    function _validateUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        bytes calldata signature
    ) internal view override returns (uint256) {
        bool valid = _rawSignatureValidation(_signableUserOpHash(userOp, userOpHash), signature);
        return ERC4337Utils.packValidationData(valid, lockEnd == 0 ? 0 : lockEnd - 1, 0);
    }

    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        address holder = owner();
        return holder != address(0) && SignerSignature.isValid(holder, hash, signature);
    }

    function _mayAct(address caller) private view returns (bool) {
        address holder = owner();
        if (holder == address(0)) return false;
        if (caller == holder) return true;
        return caller == address(entryPoint()) && validatedHolder == holder && !holderChanged;
    }
}
