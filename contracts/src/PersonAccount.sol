// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MultiSignerERC7913Upgradeable} from "@openzeppelin/contracts-upgradeable/utils/cryptography/signers/MultiSignerERC7913Upgradeable.sol";
import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {IPersonAccount} from "./interfaces/IPersonAccount.sol";

/// @title PersonAccount
/// @notice All parts are OpenZeppelin's. This contract puts them together and says who may change the keys.
contract PersonAccount is
    IPersonAccount,
    Account,
    ERC7739,
    ERC7821,
    MultiSignerERC7913Upgradeable,
    ERC721Holder,
    ERC1155Holder
{
    constructor() EIP712("PersonAccount", "1") {
        _disableInitializers();
    }

    /// @inheritdoc IPersonAccount
    function initialize(bytes[] calldata signers) external initializer {
        _addSigners(signers);
        _setThreshold(1);
    }

    /// @inheritdoc IPersonAccount
    function addSigners(bytes[] calldata signers) external onlyEntryPointOrSelf {
        _addSigners(signers);
    }

    /// @inheritdoc IPersonAccount
    function removeSigners(bytes[] calldata signers) external onlyEntryPointOrSelf {
        _removeSigners(signers);
    }

    /// @notice EntryPoint v0.8, as for the accounts of labs.
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @dev The highest 48 bits of the nonce are the last second in which the operation is valid, and 0 is no limit. An
    /// operation that pays no fee could otherwise be sent by anybody years later.
    function _validateUserOp(
        PackedUserOperation calldata userOp,
        bytes32 userOpHash,
        bytes calldata signature
    ) internal view override returns (uint256) {
        bool valid = _rawSignatureValidation(_signableUserOpHash(userOp, userOpHash), signature);
        return ERC4337Utils.packValidationData(valid, 0, uint48(userOp.nonce >> 208));
    }

    function _erc7821AuthorizedExecutor(
        address caller,
        bytes32 mode,
        bytes calldata executionData
    ) internal view override returns (bool) {
        return
            caller == address(entryPoint()) ||
            isSigner(abi.encodePacked(caller)) ||
            super._erc7821AuthorizedExecutor(caller, mode, executionData);
    }
}
