// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount, IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC6551Account, IERC6551Executable} from "./IERC6551.sol";

/// @title Account of a lab
/// @notice Holds the assets of the lab. The holder of the LabNFT controls it by direct calls, or by user operations
/// through EntryPoint v0.8.
///
/// [Note: signing for a lab account]
/// The holder signs for the account, and the signature always names the account (ERC-7739), so it is invalid for
/// another lab of the same holder. To answer a `personal_sign` request for text T, the holder signs the EIP-712 message
///   domain  { name: "LabAccount", version: "1", chainId, verifyingContract: <the account> }
///   type    PersonalSign(bytes prefixed)
///   message { prefixed: "\x19Ethereum Signed Message:\n" ‖ decimal byte length of T ‖ T }
/// and returns the signature; a holder that is a contract verifies that hash by ERC-1271. To answer an EIP-712 request,
/// the holder signs the nested `TypedDataSign` of ERC-7739 and returns the wrapped form. A user operation is signed by
/// the hash of EntryPoint v0.8 (`userOpHash`, EIP-712), which already names the account.
///
/// [Note: buying a lab]
/// A lab is worth what its account holds. A seller locks the account before offering the lab, and the buyer checks that
/// `lockedUntil` is later than the settlement and that `state` is the one of the offer. The lock belongs to the account:
/// it survives the sale, nobody can shorten it, and it binds the buyer too. While it lasts, `execute` and user operations
/// are rejected, and ERC-1271 signatures and signers are invalid, signatures given before included.
/// A lock does not stop what happens outside the account: allowances and operators that the account approved before,
/// what the account's assets themselves allow to others, and the holder's own rights (to transfer the lab, to grant
/// roles, to tokenize and issue).
///
/// [Note: user operations and sales]
/// A user operation runs only for the holder for whom it was validated. If the lab is sold between the validations of two
/// operations of one bundle, none of them runs; the holder sends the operation again.
interface ILabAccount is IERC6551Account, IERC6551Executable, IERC1271, IAccount {
    /// @notice The account is locked until `lockedUntil`, in seconds since 1970.
    event LockUpdated(uint256 lockedUntil);

    /// @notice The account is locked until `until`, in seconds since 1970.
    error AccountLocked(uint256 until);

    /// @notice A lock must end in the future, later than the one before it, and at most 30 days from now.
    error InvalidLock(uint256 until);

    /// @notice The caller is neither the holder, nor the entry point with an operation that was validated for the
    /// holder.
    error NotAuthorized(address caller);

    /// @notice Only CALL is supported, because untrusted code in the context of the account could do anything.
    error OperationNotSupported(uint8 operation);

    /// @notice The account must not hold the token it is bound to.
    error OwnershipCycle();

    /// @notice Locks the account. Only for the holder, directly or by a user operation; a lock can be lengthened (by a
    /// direct call) and never shortened. See [Note: buying a lab].
    /// @param until End of the lock in seconds since 1970, at most 30 days from now. From this second on the account
    /// acts again.
    function lock(uint256 until) external;

    /// @notice End of the last lock, in seconds since 1970; zero if there was none. May lie in the past.
    function lockedUntil() external view returns (uint256);

    /// @notice Whether the account is locked now.
    function isLocked() external view returns (bool);

    /// @notice The holder of the bound token; zero on other chains than the token's.
    function owner() external view returns (address);

    /// @notice The only entry point whose user operations are accepted.
    function entryPoint() external view returns (IEntryPoint);
}
