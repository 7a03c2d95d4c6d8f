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
interface ILabAccount is IERC6551Account, IERC6551Executable, IERC1271, IAccount {
    /// @notice The caller is neither the holder nor the entry point.
    error NotAuthorized(address caller);

    /// @notice Only CALL is supported, because untrusted code in the context of the account could do anything.
    error OperationNotSupported(uint8 operation);

    /// @notice The account must not hold the token it is bound to.
    error OwnershipCycle();

    /// @notice The holder of the bound token; zero on other chains than the token's.
    function owner() external view returns (address);

    /// @notice The only entry point whose user operations are accepted.
    function entryPoint() external view returns (IEntryPoint);
}
