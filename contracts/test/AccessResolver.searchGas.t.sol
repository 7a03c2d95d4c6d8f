// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccessResolver} from "../src/interfaces/IAccessResolver.sol";
import {SafeDeployment} from "./SafeDeployment.sol";
import {AccountByGas, BurnsAllAndAnswers, NeedsAllGas, OwnerByGas, OwnersByGas} from "./actors/GasActors.sol";
import {AnswersGetOwners, BurnsAndAnswers, GasBurner, ReturnBomb, RevertBomb} from "./actors/OwnerActors.sol";

/// @notice What the search for owners gives to the contracts that it asks, and what it does when gas runs out.
contract AccessResolverSearchGasTest is SafeDeployment {
    /// @dev The search may take 2.5 million; the rest is the question itself.
    uint256 private constant BUDGET = 2_520_000;

    bytes32 private lab;

    function test_aSafeIsAskedWith200000Gas() external {
        OwnersByGas holder = new OwnersByGas();
        _mintTo(address(holder));
        vm.assertTrue(resolver.hasRole(lab, holder.getOwners{gas: 200_000}()[0], 2));
    }

    function test_anAccountIsAskedForItsOwnerWith50000Gas() external {
        OwnerByGas holder = new OwnerByGas();
        _mintTo(address(holder));
        vm.assertTrue(resolver.hasRole(lab, holder.owner{gas: 50_000}(), 2));
    }

    function test_aContractIsAskedWhetherItIsAnAccountWith30000Gas() external {
        AccountByGas learning = new AccountByGas(alice, 0);
        (, bytes memory answer) = address(learning).call{gas: 30_000}(abi.encodeWithSignature("entryPoint()"));
        uint256 left = abi.decode(answer, (uint256)) >> 170;
        _mintTo(address(new AccountByGas(alice, left)));
        vm.assertTrue(resolver.hasRole(lab, alice, 2));
        _mintTo(address(new AccountByGas(alice, left + 1)));
        vm.assertFalse(resolver.hasRole(lab, alice, 2));
    }

    /// @dev A contract that got less gas than it may use says nothing about its owners.
    function test_withLessGasThanASafeMayUseItsOwnerIsNotDenied() external {
        (uint256 found, uint256 failed) = (0, 0);
        _mintTo(address(new NeedsAllGas(alice, 199_000)));
        for (uint256 gasLimit = 200_000; gasLimit < 290_000; gasLimit += 300) {
            (bool success, bytes memory answer) = _ask(alice, gasLimit);
            if (success) {
                vm.assertTrue(abi.decode(answer, (bool)), "a wrong no");
                ++found;
            } else {
                vm.assertEq(bytes32(answer), bytes32(IAccessResolver.OwnerSearchOutOfGas.selector));
                ++failed;
            }
        }
        vm.assertTrue(found > 10 && failed > 10);
    }

    function test_whenAContractTakesAllGasTheErrorSaysSo() external {
        _mintTo(address(new BurnsAllAndAnswers()));
        for (uint256 gasLimit = 70_000; gasLimit < 120_000; gasLimit += 100) {
            (bool success, bytes memory reason) = _ask(outsider, gasLimit);
            vm.assertFalse(success);
            vm.assertEq(bytes32(reason), bytes32(IAccessResolver.OwnerSearchOutOfGas.selector));
        }
    }

    function test_ofALongAnswerOnlyTheFirstWordsAreCopied() external {
        address[3] memory holders = [address(new ReturnBomb()), address(new RevertBomb()), address(new GasBurner())];
        for (uint256 i = 0; i < 3; ++i) {
            _mintTo(holders[i]);
            uint256 before = gasleft();
            vm.assertFalse(resolver.hasRole(lab, outsider, 1));
            uint256 used = before - gasleft();
            vm.assertTrue(used < 350_000, string.concat("gas ", vm.toString(used)));
        }
    }

    function test_theSearchStaysWithinItsBudget() external {
        for (uint256 left = 9_000; left < 200_000; left += 13_000) {
            _assertWithinBudget(50, 50, left);
            _assertWithinBudget(15, 1, left);
        }
    }

    /// @dev Nobody owns a lab at the zero address, so no contract is asked.
    function test_theZeroAddressIsRefusedWhoeverHoldsTheLab() external {
        address[] memory burners = new address[](50);
        for (uint256 i = 0; i < 50; ++i) burners[i] = address(new GasBurner());
        _mintTo(address(new AnswersGetOwners(abi.encode(burners))));
        vm.assertFalse(resolver.hasRole(lab, address(0), 1));
        vm.expectRevert(IAccessResolver.OwnerSearchOutOfGas.selector);
        resolver.hasRole(lab, outsider, 1);
    }

    function test_aHolderThatIsNamedAgainCountsOnce() external {
        BurnsAndAnswers root = new BurnsAndAnswers();
        address[] memory named = new address[](2);
        (named[0], named[1]) = (address(root), alice);
        address[] memory outer = new address[](49);
        for (uint256 i = 0; i < 48; ++i) outer[i] = address(uint160(0x10000 + i));
        outer[48] = address(new AnswersGetOwners(abi.encode(named)));
        root.set(outer, 1_000_000);
        _mintTo(address(root));
        vm.assertTrue(resolver.hasRole(lab, alice, 2));
    }

    function test_anUnknownAddressAfterFiftyIsTooMuchAlsoWithAKnownLastByte() external {
        address[] memory outer = new address[](50);
        for (uint256 i = 0; i < 49; ++i) outer[i] = address(uint160(0x10000 + i));
        address[] memory named = new address[](1);
        named[0] = address(0x20000);
        outer[49] = address(new AnswersGetOwners(abi.encode(named)));
        _mintTo(address(new AnswersGetOwners(abi.encode(outer))));
        vm.expectRevert(abi.encodeWithSelector(IAccessResolver.OwnersOverflow.selector, 50));
        resolver.hasRole(lab, outsider, 1);
    }

    /// @dev A holder that names fifty addresses, the first of which are contracts. They burn their gas down to `left` and then
    /// name known addresses with the same last byte.
    function _assertWithinBudget(uint256 contracts, uint256 names, uint256 left) private {
        address[] memory nodes = new address[](50);
        for (uint256 i = 0; i < 50; ++i) {
            nodes[i] = i < contracts ? address(new BurnsAndAnswers()) : address(uint160(0x10000 + i));
        }
        address[] memory known = new address[](names);
        for (uint256 i = 0; i < names; ++i) known[i] = nodes[49];
        for (uint256 i = 0; i < contracts; ++i) BurnsAndAnswers(nodes[i]).set(known, left);
        BurnsAndAnswers root = new BurnsAndAnswers();
        root.set(nodes, left);
        _mintTo(address(root));
        uint256 before = gasleft();
        (bool success, bytes memory reason) = _ask(outsider, 900_000_000);
        uint256 used = before - gasleft();
        vm.assertTrue(used < BUDGET, string.concat("gas ", vm.toString(used)));
        if (!success) vm.assertEq(bytes32(reason), bytes32(IAccessResolver.OwnerSearchOutOfGas.selector));
    }

    function _mintTo(address holder) private {
        (, , lab) = mintLab(holder);
    }

    function _ask(address who, uint256 gasLimit) private view returns (bool, bytes memory) {
        return address(resolver).staticcall{gas: gasLimit}(abi.encodeCall(IAccessResolver.hasRole, (lab, who, 1)));
    }
}
