// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {LabTest} from "./LabTest.sol";

contract LabAccountsTest is LabTest {
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
