// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "../src/interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {LabToken} from "../src/LabToken.sol";
import {ISafe} from "./SafeDeployment.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {Vm} from "./Vm.sol";

contract OclTokenizerTokenizeTest is TokenizerTest {
    function test_selectorsAreThePublishedOnes() external pure {
        vm.assertEq(bytes32(IOclTokenizer.tokenize.selector), bytes32(bytes4(0x6688c8f1)));
        vm.assertEq(bytes32(IOclTokenizer.attachToken.selector), bytes32(bytes4(0xf8a78d2a)));
        vm.assertEq(bytes32(IOclTokenizer.issue.selector), bytes32(bytes4(0x6d78f47a)));
        vm.assertEq(bytes32(IOclTokenizer.cap.selector), bytes32(bytes4(0xa6bf32d1)));
    }

    function testFuzz_aTokenIsWhatWasAskedFor(
        uint256 amount,
        string calldata symbol,
        string calldata key,
        bytes32 hash
    ) external {
        vm.assume(bytes(symbol).length <= 255 && bytes(key).length > 0);
        uint256 labId = newLab();
        ILabToken.Metadata memory metadata = ILabToken.Metadata(labId, alice, key, hash);
        bytes memory signature = sign(ALICE_KEY, _hash(metadata));
        vm.prank(alice);
        LabToken token = LabToken(address(tokenizer.tokenize(labId, amount, symbol, key, hash, signature)));

        vm.assertEq(abi.encode(token.metadata()), abi.encode(metadata));
        vm.assertEq(token.labId(), labId);
        vm.assertEq(token.name(), string.concat("Lab Tokens of Lab #", vm.toString(labId)));
        vm.assertEq(token.symbol(), symbol);
        vm.assertEq(token.decimals(), 18);
        vm.assertEq(token.totalSupply(), amount);
        vm.assertEq(token.totalIssued(), amount);
        vm.assertEq(token.balanceOf(alice), amount);
        vm.assertFalse(token.capped());
        vm.assertEq(tokenizer.tokenized(labId), address(token));
    }

    function test_theLogTellsTheStoryInOrder() external {
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.recordLogs();
        vm.prank(alice);
        address token = address(tokenizer.tokenize(labId, 5, "VITA", KEY, HASH, signature));
        Vm.Log[] memory logs = vm.getRecordedLogs();

        vm.assertEq(logs.length, 3);
        vm.assertEq(logs[0].topics[0], IOclTokenizer.TokensCreated.selector);
        vm.assertEq(logs[0].topics[1], bytes32(labId));
        vm.assertEq(logs[0].topics[2], labNft.oclIdOf(labId));
        vm.assertEq(logs[0].topics[3], bytes32(uint256(uint160(token))));
        vm.assertEq(logs[0].data, abi.encode(alice, 5, KEY, HASH, "Lab Tokens of Lab #1", "VITA"));
        vm.assertEq(logs[1].topics[0], IOclTermsPermissioner.TermsAccepted.selector);
        vm.assertEq(logs[1].topics[1], bytes32(uint256(uint160(token))));
        vm.assertEq(logs[1].topics[2], bytes32(uint256(uint160(alice))));
        vm.assertEq(logs[1].data, abi.encode(signature));
        vm.assertEq(logs[2].topics[0], IERC20.Transfer.selector);
    }

    function test_theSecondAttemptFailsAsAlreadyTokenizedForAnyone() external {
        (, uint256 labId) = newToken(1);
        _expect(IOclTokenizer.AlreadyTokenized.selector, alice, labId, KEY, "");
        _expect(IOclTokenizer.AlreadyTokenized.selector, outsider, labId, "", "");
        vm.prank(outsider);
        vm.expectRevert(IOclTokenizer.AlreadyTokenized.selector);
        tokenizer.attachToken(labId, "", HASH, "", address(0));
    }

    function test_theChecksComeInOrder() external {
        uint256 labId = newLab();
        _expect(IOclTokenizer.MustControlLab.selector, outsider, labId, "", "");
        _expect(IOclTokenizer.MustControlLab.selector, alice, labId + 1, "", "");
        _expect(IOclTokenizer.InvalidS3Key.selector, alice, labId, "", "");
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, KEY, "");
        vm.assertEq(tokenizer.tokenized(labId), address(0));
    }

    function test_anotherLabsOrAnotherDocumentsSignatureIsRefused() external {
        (uint256 labId, uint256 otherId) = (newLab(), newLab());
        bytes memory signature = sign(ALICE_KEY, termsHash(otherId));
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, KEY, signature);
        signature = sign(ALICE_KEY, termsHash(labId));
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, "another key", signature);
        vm.prank(alice);
        vm.expectRevert(IOclTermsPermissioner.InvalidSignature.selector);
        tokenizer.tokenize(labId, 1, "VITA", KEY, keccak256("another document"), signature);
    }

    function test_aSignatureOfSomebodyElseIsRefused() external {
        uint256 labId = newLab();
        bytes memory signature = sign(0x57, termsHash(labId));
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, KEY, signature);
    }

    function test_aSymbolOfMoreThan255BytesIsRefused() external {
        uint256 labId = newLab();
        vm.prank(alice);
        vm.expectRevert(IOclTokenizer.InvalidSymbol.selector);
        tokenizer.tokenize(labId, 1, string(new bytes(256)), KEY, HASH, "");
    }

    function test_aSafeTokenizesTheLabItHolds() external {
        address safe = newSafe(alice);
        (, uint256 labId, ) = mintLab(safe);
        bytes memory signature = sign(ALICE_KEY, ISafe(safe).getMessageHash(abi.encode(termsHash(labId))));
        vm.prank(safe);
        ILabToken token = tokenizer.tokenize(labId, 7, "VITA", KEY, HASH, signature);
        vm.assertEq(LabToken(address(token)).balanceOf(safe), 7);
        vm.assertEq(token.metadata().originalOwner, safe);
    }

    function test_theTextIsTheOneThatIsWrittenDown() external view {
        ILabToken.Metadata memory metadata = ILabToken.Metadata(161, alice, "0x01/agreements/7.json", bytes32(uint256(0xabc)));
        vm.assertEq(
            permissioner.specificTermsV1(metadata),
            "As a token holder of Lab #161, I accept all terms of the membership agreement 0x01/agreements/7.json with content hash 0x0000000000000000000000000000000000000000000000000000000000000abc.\n\nChain Id: 31337\nVersion: 1"
        );
    }

    function test_onlyTheTokenizerRecordsAcceptances() external {
        ILabToken.Metadata memory metadata = ILabToken.Metadata(1, alice, KEY, HASH);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IOclTermsPermissioner.OnlyTokenizer.selector, alice));
        permissioner.accept(address(1), metadata, alice, "");
    }

    function _hash(ILabToken.Metadata memory metadata) private view returns (bytes32) {
        bytes memory text = bytes(permissioner.specificTermsV1(metadata));
        return
            keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n", vm.toString(text.length), text));
    }

    function _expect(bytes4 reason, address by, uint256 labId, string memory key, bytes memory signature) private {
        vm.prank(by);
        vm.expectRevert(reason);
        tokenizer.tokenize(labId, 1, "VITA", key, HASH, signature);
    }
}
