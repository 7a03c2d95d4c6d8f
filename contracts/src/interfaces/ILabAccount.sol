// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount, IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC6551Account, IERC6551Executable} from "./IERC6551.sol";

/// @title The account of a lab
/// @notice Holds what belongs to the lab and does what the holder of the LabNFT says: by a direct call, or by a
/// user operation through EntryPoint v0.8.
///
/// [Note: signing for a lab account]
/// A signature for the account is made by the holder and always names the account (ERC-7739), so one made for a lab
/// says nothing for another lab of the same holder. To answer a `personal_sign` request of text T, the holder signs
/// the EIP-712 message
///   domain  { name: "LabAccount", version: "1", chainId, verifyingContract: <the account> }
///   type    PersonalSign(bytes prefixed)
///   message { prefixed: "\x19Ethereum Signed Message:\n" ‖ decimal byte length of T ‖ T }
/// and hands out the bare result; a holder that is a contract answers for that hash by ERC-1271. To answer an EIP-712
/// request, the holder signs the nested `TypedDataSign` of ERC-7739 and hands out the wrapped form. A user operation
/// is signed as EntryPoint v0.8 hashes it (`userOpHash`, EIP-712), which names the account already.
interface ILabAccount is IERC6551Account, IERC6551Executable, IERC1271, IAccount {
    /// @notice The caller is neither the holder nor the entry point.
    error NotAuthorized(address caller);

    /// @notice Only CALL is executed: foreign code in the account's own context could do anything to it.
    error OperationNotSupported(uint8 operation);

    /// @notice The account may not hold the token it is bound to.
    error OwnershipCycle();

    /// @notice The holder of the bound token; zero on any chain but the token's own.
    function owner() external view returns (address);

    /// @notice The one entry point whose user operations are accepted.
    function entryPoint() external view returns (IEntryPoint);
}
