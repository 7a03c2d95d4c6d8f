// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC6551Executable} from "../../src/interfaces/IERC6551.sol";

/// @notice When an account calls it, it calls the account back and tries to take its ether.
contract Reenterer {
    function poke() external {
        IERC6551Executable(msg.sender).execute(address(this), msg.sender.balance, "", 0);
    }

    receive() external payable {}
}
