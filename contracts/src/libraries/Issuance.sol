// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title What a lab token was issued, and whether more can be
/// @notice Everything that decides about the supply of a lab token, apart from the balances of ERC-20. Values in, values
/// out, without storage and assembly, so that the model checker of the compiler proves from this code that the total
/// never shrinks, stays as it is when tokens burn, and is final after the cap (`contracts/proofs`).
library Issuance {
    /// @notice Total issued, including burned tokens. Reverts beyond 256 bits.
    function total(uint256 supply, uint256 burnt) internal pure returns (uint256) {
        return supply + burnt;
    }

    /// @notice Whether more can be issued. Reverts if the total would exceed 256 bits.
    function mayIssue(bool capped, uint256 supply, uint256 burnt, uint256 amount) internal pure returns (bool) {
        if (capped) return false;
        return total(supply, burnt) + amount >= amount;
    }

    /// @notice What is burned in all after `amount` more.
    function afterBurn(uint256 burnt, uint256 amount) internal pure returns (uint256) {
        return burnt + amount;
    }
}
