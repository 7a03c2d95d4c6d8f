// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Account as ERC4337Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {IRelayerAccount} from "./interfaces/IRelayerAccount.sol";
import {SignerSignature} from "./libraries/SignerSignature.sol";

/// @title RelayerAccount
contract RelayerAccount is IRelayerAccount, ERC4337Account, Ownable2Step {
    constructor(address initialOwner) Ownable(initialOwner) {}

    /// @inheritdoc IRelayerAccount
    function execute(
        address to,
        uint256 value,
        bytes calldata data
    ) external onlyEntryPointOrSelf returns (bytes memory result) {
        return Address.functionCallWithValue(to, data, value);
    }

    /// @inheritdoc IRelayerAccount
    function entryPoint() public pure override(IRelayerAccount, ERC4337Account) returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override(Ownable) {
        revert RenounceOwnershipDisabled();
    }

    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        return SignerSignature.isValid(owner(), hash, signature);
    }
}
