// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {ILabToken} from "../interfaces/ILabToken.sol";

/// @title Reads of a token that can be hostile
/// @notice Calls are static and limited in gas, and only the used part of a result is copied. Unreadable data does not
/// revert.
library ForeignToken {
    uint256 private constant GAS_LIMIT = 100_000;
    uint256 private constant MAX_TEXT = 256;

    function decimals(address token) internal view returns (bool readable, uint256 value) {
        return _number(token, IERC20Metadata.decimals.selector);
    }

    function totalSupply(address token) internal view returns (bool readable, uint256 value) {
        return _number(token, IERC20.totalSupply.selector);
    }

    /// @notice The lab that the token names. Anyone can deploy a token that names any lab.
    function labId(address token) internal view returns (bool readable, uint256 value) {
        return _number(token, ILabToken.labId.selector);
    }

    /// @notice The name; empty if it cannot be read or has over 256 bytes.
    function name(address token) internal view returns (string memory) {
        return _text(token, IERC20Metadata.name.selector);
    }

    /// @notice The symbol; empty if it cannot be read or has over 256 bytes.
    function symbol(address token) internal view returns (string memory) {
        return _text(token, IERC20Metadata.symbol.selector);
    }

    function _number(address token, bytes4 selector) private view returns (bool readable, uint256 value) {
        bytes memory answer = _read(token, selector, 0x20);
        if (answer.length < 0x20) return (false, 0);
        return (true, abi.decode(answer, (uint256)));
    }

    /// @dev Old tokens return 32 bytes, padded with zeros.
    function _text(address token, bytes4 selector) private view returns (string memory) {
        bytes memory answer = _read(token, selector, 0x40 + MAX_TEXT);
        if (answer.length == 0x20) return _trimmed(abi.decode(answer, (bytes32)));
        if (answer.length < 0x40) return "";
        (uint256 offset, uint256 length) = abi.decode(answer, (uint256, uint256));
        if (offset != 0x20 || length > answer.length - 0x40) return "";
        assembly ("memory-safe") {
            answer := add(answer, 0x40)
            mstore(answer, length)
        }
        return string(answer);
    }

    function _trimmed(bytes32 word) private pure returns (string memory) {
        uint256 length = 0;
        while (length < 32 && word[length] != 0) ++length;
        bytes memory text = abi.encodePacked(word);
        assembly ("memory-safe") {
            mstore(text, length)
        }
        return string(text);
    }

    function _read(address token, bytes4 selector, uint256 maxSize) private view returns (bytes memory answer) {
        uint256 size;
        assembly ("memory-safe") {
            mstore(0, selector)
            if staticcall(GAS_LIMIT, token, 0, 4, 0, 0) {
                size := returndatasize()
            }
        }
        answer = new bytes(size > maxSize ? maxSize : size);
        assembly ("memory-safe") {
            returndatacopy(add(answer, 0x20), 0, mload(answer))
        }
    }
}
