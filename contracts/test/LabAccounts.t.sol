// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {LabTest} from "./LabTest.sol";

contract LabAccountsTest is LabTest {
    /// @notice Memory beyond the free pointer need not be zero.
    function test_whatMemoryHeldBeforeDecidesNothing() external view {
        address expected = LabAccounts.REGISTRY.account(address(1), LabAccounts.SALT, 2, address(3), 4);
        assembly ("memory-safe") {
            let free := mload(0x40)
            for {
                let i := 0
            } lt(i, 0x200) {
                i := add(i, 0x20)
            } {
                mstore(add(free, i), not(0))
            }
        }
        vm.assertEq(LabAccounts.addressOf(address(1), 2, address(3), 4), expected);
    }

    function testFuzz_addressesAreThoseOfTheRegistry(
        address code,
        uint256 chainId,
        address tokenContract,
        uint256 tokenId
    ) external view {
        vm.assertEq(
            LabAccounts.addressOf(code, chainId, tokenContract, tokenId),
            LabAccounts.REGISTRY.account(code, LabAccounts.SALT, chainId, tokenContract, tokenId)
        );
    }
}
