// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {SafeDeployment} from "./SafeDeployment.sol";

/// @notice `setUp` is a transaction of its own, so each test reads the Safe's storage for the first time.
contract AccessResolverColdOwnersTest is SafeDeployment {
    bytes32 private lab;
    address private last;

    function setUp() public override {
        super.setUp();
        address[] memory owners = new address[](50);
        for (uint256 i = 0; i < 50; ++i) owners[i] = vm.addr(1_000 + i);
        last = owners[49];
        (, , lab) = mintLab(newSafe(owners, 1));
    }

    function test_aSafeWithFiftyOwnersReadForTheFirstTimeIsResolved() external view {
        uint256 before = gasleft();
        bool found = resolver.hasRole(lab, last, 2);
        uint256 used = before - gasleft();
        vm.assertTrue(found);
        vm.assertTrue(used < 260_000, string.concat("gas ", vm.toString(used)));
    }

    function test_anOutsiderOfASafeWithFiftyOwnersIsRefusedWithinTheBudget() external view {
        uint256 before = gasleft();
        bool found = resolver.hasRole(lab, outsider, 1);
        uint256 used = before - gasleft();
        vm.assertFalse(found);
        vm.assertTrue(used < 400_000, string.concat("gas ", vm.toString(used)));
    }
}
