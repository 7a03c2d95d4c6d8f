// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {IPersonAccount} from "./interfaces/IPersonAccount.sol";
import {IPersonAccountFactory} from "./interfaces/IPersonAccountFactory.sol";
import {PersonAccount} from "./PersonAccount.sol";

/// @title PersonAccountFactory
contract PersonAccountFactory is IPersonAccountFactory {
    /// @inheritdoc IPersonAccountFactory
    address public immutable implementation = address(new PersonAccount());

    /// @inheritdoc IPersonAccountFactory
    function createAccount(bytes[] calldata signers, uint256 number) external returns (address account) {
        account = addressOf(signers, number);
        if (account.code.length != 0) return account;
        Clones.cloneDeterministic(implementation, _saltOf(signers, number));
        IPersonAccount(account).initialize(signers);
        emit PersonAccountCreated(account, signers, number);
    }

    /// @inheritdoc IPersonAccountFactory
    function addressOf(bytes[] calldata signers, uint256 number) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _saltOf(signers, number));
    }

    function _saltOf(bytes[] calldata signers, uint256 number) private pure returns (bytes32) {
        return keccak256(abi.encode(signers, number));
    }
}
