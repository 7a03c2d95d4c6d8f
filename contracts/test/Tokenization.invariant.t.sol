// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {LabToken} from "../src/LabToken.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {EagerHolder} from "./actors/EagerHolder.sol";
import {HostilePolicy} from "./actors/HostilePolicy.sol";
import {TokenizationHandler} from "./actors/TokenizationHandler.sol";

/// @notice All runs are under a hostile policy.
contract TokenizationInvariantTest is TokenizerTest {
    TokenizationHandler private handler;

    function setUp() public override {
        super.setUp();
        address hostile = address(new HostilePolicy());
        vm.prank(admin);
        policy.upgradeToAndCall(hostile, "");
        handler = new TokenizationHandler(labNft, tokenizer, address(new EagerHolder(tokenizer)));
        mintLab(handler.actors(0));
        mintLab(handler.actors(1));
        mintLab(handler.actors(3));
        handler.begin();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @notice The first token of a lab stays its only token.
    function invariant_aLabHasOneTokenPermanently() external view {
        for (uint256 labId = 1; labId <= handler.LABS(); ++labId) {
            vm.assertEq(tokenizer.tokenized(labId), handler.bookOf(labId).token);
        }
    }

    /// @notice The issued supply is the sum of authorized issuances before the cap, and the balances are the issued
    /// supply without burned tokens.
    function invariant_theSupplyIsAccountedFor() external view {
        for (uint256 labId = 1; labId <= handler.LABS(); ++labId) {
            TokenizationHandler.Book memory book = handler.bookOf(labId);
            if (book.token == address(0)) continue;
            LabToken token = LabToken(book.token);
            uint256 held = 0;
            for (uint256 i = 0; i < 4; ++i) held += token.balanceOf(handler.actors(i));
            vm.assertEq(token.totalSupply(), held);
            vm.assertEq(token.totalIssued(), book.issued);
            vm.assertEq(token.capped(), book.capped);
        }
    }
}
