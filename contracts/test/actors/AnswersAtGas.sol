// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @notice Code that answers only if it is called with exactly some gas, which no code of the compiler can tell.
library AnswersAtGas {
    /// @param gas The gas of the call. With any other, the answer is zero.
    /// @param argument The second word of the arguments; zero if there is none. With any other, the answer is zero.
    function code(uint24 gas, uint256 argument, uint256 answer) internal pure returns (bytes memory) {
        bytes memory hasGas = abi.encodePacked(hex"5a62", gas - 2, hex"14"); // GAS PUSH3 EQ
        bytes memory isAsked = abi.encodePacked(hex"6024357f", argument, hex"1416"); // CALLDATALOAD(36) PUSH32 EQ AND
        return abi.encodePacked(hasGas, isAsked, hex"7f", answer, hex"025f5260205ff3"); // PUSH32 MUL, and RETURN of it
    }
}
