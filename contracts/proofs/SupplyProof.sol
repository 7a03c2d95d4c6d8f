// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Issuance} from "../src/libraries/Issuance.sol";

/// @notice The supply of a lab token, with the code that `LabToken` runs. What is ERC-20's is written out: a mint adds to the
/// supply and reverts beyond 256 bits, a burn takes no more than there is. Never deployed. Every assertion is proved for
/// every sequence of calls and all values.
contract SupplyProof {
    bool private capped;
    uint256 private burnt;
    uint256 private supply;
    uint256 private cappedAt;

    /// @notice An issuance adds exactly its amount, so the total never shrinks.
    function issue(uint256 amount) external {
        uint256 before = Issuance.total(supply, burnt);
        require(Issuance.mayIssue(capped, supply, burnt, amount));
        supply += amount;
        assert(Issuance.total(supply, burnt) == before + amount);
    }

    /// @notice Burned tokens stay part of the total.
    function burn(uint256 amount) external {
        require(amount <= supply);
        uint256 before = Issuance.total(supply, burnt);
        supply -= amount;
        burnt = Issuance.afterBurn(burnt, amount);
        assert(Issuance.total(supply, burnt) == before);
    }

    function cap() external {
        if (capped) return;
        capped = true;
        cappedAt = Issuance.total(supply, burnt);
    }

    /// @notice The total after the cap is the total at the cap.
    function check() external view {
        assert(!capped || Issuance.total(supply, burnt) == cappedAt);
    }
}
