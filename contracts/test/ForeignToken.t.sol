// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ForeignToken} from "../src/libraries/ForeignToken.sol";
import {Vm} from "./Vm.sol";

contract ForeignTokenTest {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    function test_whatCannotBeReadIsZero() external view {
        (bool readable, uint256 value) = ForeignToken.decimals(address(this));
        vm.assertFalse(readable);
        vm.assertEq(value, 0);
    }
}
