// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabToken} from "../../src/interfaces/ILabToken.sol";
import {IOclTokenizer} from "../../src/interfaces/IOclTokenizer.sol";

/// @notice Makes every call that could issue, cap or replace a token, and remembers whether one succeeded.
abstract contract TokenThief {
    bool public succeeded;

    function attack(IOclTokenizer tokenizer, ILabToken token, uint256 labId) public {
        _try(address(token), abi.encodeCall(ILabToken.issue, (address(this), 1e30)));
        _try(address(token), abi.encodeCall(ILabToken.cap, ()));
        _try(address(tokenizer), abi.encodeCall(IOclTokenizer.issue, (address(token), 1e30, address(this))));
        _try(address(tokenizer), abi.encodeCall(IOclTokenizer.cap, (address(token))));
        uint256 oclId = uint256(tokenizer.labNft().oclIdOf(labId));
        string memory key = string.concat(Strings.toHexString(oclId, 32), "/agreements/1");
        _try(address(tokenizer), abi.encodeCall(IOclTokenizer.tokenize, (labId, 1, "EVIL", key, "1", "")));
        _try(address(tokenizer), abi.encodeCall(IOclTokenizer.attachToken, (labId, key, "1", "", address(token))));
        _try(address(tokenizer), abi.encodeCall(UUPSUpgradeable.upgradeToAndCall, (address(this), "")));
    }

    function _try(address target, bytes memory data) private {
        (bool ok, ) = target.call(data);
        if (ok && target.code.length > 0) succeeded = true;
    }
}

/// @notice What an owner could upgrade the policy to.
contract HostilePolicy is TokenThief, UUPSUpgradeable {
    function requirePermitted(uint256, address, address) external pure {}

    function _authorizeUpgrade(address) internal override {}
}

/// @notice A policy that attacks while the tokenizer asks it.
contract AttacksWhenAsked is TokenThief, UUPSUpgradeable {
    function requirePermitted(uint256 labId, address, address) external {
        IOclTokenizer tokenizer = IOclTokenizer(msg.sender);
        attack(tokenizer, ILabToken(tokenizer.tokenized(labId)), labId);
    }

    function _authorizeUpgrade(address) internal override {}
}

/// @notice A policy that reverts with the question.
contract ExpectsQuestion is UUPSUpgradeable {
    error Asked(uint256 labId, address controller, address attached);

    function requirePermitted(uint256 labId, address controller, address attached) external pure {
        revert Asked(labId, controller, attached);
    }

    function _authorizeUpgrade(address) internal override {}
}
