// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {AnswersAtGas} from "./actors/AnswersAtGas.sol";
import {OwnedToken} from "./actors/TokenActors.sol";

interface Cooling {
    /// @notice Makes the next read of an account the first one of the transaction.
    function cool(address account) external;
}

contract OclTokenizerRightGasTest is TokenizerTest {
    uint256 private labId;
    address private token;
    OwnedToken private code;

    /// @dev The token is a key that delegates to the code of a token (EIP-7702), which takes the most gas to reach.
    function setUp() public override {
        super.setUp();
        token = vm.addr(0x7702);
        code = new OwnedToken();
        vm.etch(token, abi.encodePacked(hex"ef0100", code));
        OwnedToken(token).setOwner(uint160(alice));
        labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(alice);
        tokenizer.attachToken(labId, keyOf(labId), HASH, signature, token);
        vm.assertEq(uint256(tokenizer.rightOf(labId)), uint256(IOclTokenizer.Right.PROVED));
        vm.etch(address(code), AnswersAtGas.code(100_000, 0, uint160(alice)));
    }

    /// @notice With the least gas with which the token is asked, it has all of its own.
    function test_theTokenHasAllOfItsGasWhenItIsReadForTheFirstTime() external {
        for (uint256 gas = 100_000; gas < 160_000; gas += 10) {
            Cooling(address(vm)).cool(token);
            Cooling(address(vm)).cool(address(code));
            try tokenizer.rightOf{gas: gas}(labId) returns (IOclTokenizer.Right right) {
                vm.assertEq(uint256(right), uint256(IOclTokenizer.Right.PROVED));
                return;
            } catch {}
        }
        vm.assertTrue(false, "the token was never asked");
    }
}
