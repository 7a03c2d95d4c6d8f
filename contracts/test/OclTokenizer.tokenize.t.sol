// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {IOclTermsPermissioner} from "../src/interfaces/IOclTermsPermissioner.sol";
import {IOclTokenizer} from "../src/interfaces/IOclTokenizer.sol";
import {IOnChainLabFactory} from "../src/interfaces/IOnChainLabFactory.sol";
import {LabNFT} from "../src/LabNFT.sol";
import {LabToken} from "../src/LabToken.sol";
import {OclTokenizer} from "../src/OclTokenizer.sol";
import {OclTokenizerPolicy} from "../src/OclTokenizerPolicy.sol";
import {ISafe} from "./SafeDeployment.sol";
import {TokenizerTest} from "./TokenizerTest.sol";
import {Vm} from "./Vm.sol";
import {EagerHolder} from "./actors/EagerHolder.sol";
import {AcceptsEverySignature} from "./actors/TokenActors.sol";

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
        string calldata id,
        bytes32 hash
    ) external {
        vm.assume(bytes(symbol).length > 0 && bytes(symbol).length <= 255 && hash != 0);
        uint256 labId = newLab();
        string memory key = string.concat(keyOf(labId), id);
        ILabToken.Metadata memory metadata = ILabToken.Metadata(labId, alice, key, hash);
        bytes memory signature = sign(ALICE_KEY, termsHash(metadata));
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
        address token = address(tokenizer.tokenize(labId, 5, "VITA", keyOf(labId), HASH, signature));
        Vm.Log[] memory logs = vm.getRecordedLogs();

        vm.assertEq(logs.length, 3);
        vm.assertEq(logs[0].topics[0], IOclTokenizer.TokensCreated.selector);
        vm.assertEq(logs[0].topics[1], bytes32(labId));
        vm.assertEq(logs[0].topics[2], labNft.oclIdOf(labId));
        vm.assertEq(logs[0].topics[3], bytes32(uint256(uint160(token))));
        vm.assertEq(logs[0].data, abi.encode(alice, 5, keyOf(labId), HASH, "Lab Tokens of Lab #1", "VITA"));
        vm.assertEq(logs[1].topics[0], IOclTermsPermissioner.TermsAccepted.selector);
        vm.assertEq(logs[1].topics[1], bytes32(uint256(uint160(token))));
        vm.assertEq(logs[1].topics[2], bytes32(uint256(uint160(alice))));
        vm.assertEq(logs[1].data, abi.encode(signature));
        vm.assertEq(logs[2].topics[0], IERC20.Transfer.selector);
    }

    function test_theSecondAttemptFailsAsAlreadyTokenizedForAnyone() external {
        (, uint256 labId) = newToken(1);
        _expect(IOclTokenizer.AlreadyTokenized.selector, alice, labId, keyOf(labId), "");
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
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, keyOf(labId), "");
        vm.startPrank(alice);
        vm.expectRevert(IOclTokenizer.InvalidS3Key.selector);
        tokenizer.tokenize(labId, 1, "", "", 0, "");
        vm.expectRevert(IOclTokenizer.InvalidContentHash.selector);
        tokenizer.tokenize(labId, 1, "", keyOf(labId), 0, "");
        vm.expectRevert(IOclTokenizer.InvalidSymbol.selector);
        tokenizer.tokenize(labId, 1, "", keyOf(labId), HASH, "");
        vm.stopPrank();
        vm.assertEq(tokenizer.tokenized(labId), address(0));
    }

    function test_theKeyIsOneOfTheLabsAgreements() external {
        (uint256 labId, uint256 otherId) = (newLab(), newLab());
        bytes memory key = bytes(keyOf(labId));
        uint256 prefix = key.length - bytes("1.json").length;
        _refuseKey(labId, keyOf(otherId));
        _refuseKey(labId, string(_slice(key, 0, prefix)));
        _refuseKey(labId, string(_slice(key, 1, key.length)));
        _refuseKey(labId, string.concat(" ", string(key)));
        for (uint256 i = 0; i < prefix; ++i) {
            bytes memory changed = bytes(keyOf(labId));
            changed[i] = bytes1(uint8(changed[i]) ^ 1);
            _refuseKey(labId, string(changed));
        }
        bytes memory shortest = _slice(key, 0, prefix + 1);
        bytes memory signature = sign(
            ALICE_KEY,
            termsHash(ILabToken.Metadata(labId, address(0), string(shortest), HASH))
        );
        vm.prank(alice);
        tokenizer.tokenize(labId, 1, "VITA", string(shortest), HASH, signature);
    }

    /// @notice The terms name neither collection nor account, but the key does.
    function test_aSignatureForALabOfAnotherCollectionIsRefused() external {
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        string memory key = keyOf(labId);
        LabNFT other = new LabNFT(admin, address(implementation), 0, "");
        OclTokenizer second = new OclTokenizer(other, address(new OclTokenizerPolicy()), admin, guardian);
        IOnChainLabFactory(other.factory()).mintAndCreateAccount(alice);
        vm.startPrank(alice);
        vm.expectRevert(IOclTokenizer.InvalidS3Key.selector);
        second.tokenize(labId, 1, "VITA", key, HASH, signature);
        vm.stopPrank();
    }

    function test_anotherLabsOrAnotherDocumentsSignatureIsRefused() external {
        (uint256 labId, uint256 otherId) = (newLab(), newLab());
        bytes memory signature = sign(ALICE_KEY, termsHash(otherId));
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, keyOf(labId), signature);
        signature = sign(ALICE_KEY, termsHash(labId));
        _expect(
            IOclTermsPermissioner.InvalidSignature.selector,
            alice,
            labId,
            string.concat(keyOf(labId), "x"),
            signature
        );
        vm.prank(alice);
        vm.expectRevert(IOclTermsPermissioner.InvalidSignature.selector);
        tokenizer.tokenize(labId, 1, "VITA", keyOf(labId), keccak256("another document"), signature);
    }

    function test_aSignatureOfSomebodyElseIsRefused() external {
        uint256 labId = newLab();
        bytes memory signature = sign(0x57, termsHash(labId));
        _expect(IOclTermsPermissioner.InvalidSignature.selector, alice, labId, keyOf(labId), signature);
    }

    function test_aSymbolHas1To255Bytes() external {
        uint256 labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.startPrank(alice);
        vm.expectRevert(IOclTokenizer.InvalidSymbol.selector);
        tokenizer.tokenize(labId, 1, string(new bytes(256)), keyOf(labId), HASH, "");
        vm.expectRevert(IOclTokenizer.InvalidSymbol.selector);
        tokenizer.tokenize(labId, 1, "", keyOf(labId), HASH, signature);
        string memory longest = string(new bytes(255));
        ILabToken token = tokenizer.tokenize(labId, 1, longest, keyOf(labId), HASH, signature);
        vm.stopPrank();
        vm.assertEq(LabToken(address(token)).symbol(), longest);
        vm.assertEq(token.metadata().s3Key, keyOf(labId));
    }

    /// @notice EIP-7702: a key that delegates to code still signs, and so does the code.
    function test_aKeyThatDelegatesToCodeTokenizes() external {
        address[2] memory code = [address(labNft), address(new EagerHolder(tokenizer))];
        for (uint256 i = 0; i < code.length; ++i) {
            uint256 labId = newLab();
            bytes memory signature = sign(ALICE_KEY, termsHash(labId));
            vm.etch(alice, abi.encodePacked(hex"ef0100", code[i]));
            vm.prank(alice);
            tokenizer.tokenize(labId, 1, "VITA", keyOf(labId), HASH, signature);
            vm.assertTrue(tokenizer.tokenized(labId) != address(0));
        }
    }

    function test_aKeyThatDelegatesToCodeAcceptsOnlyWhatItOrTheCodeSigned() external {
        uint256 labId = newLab();
        ILabToken.Metadata memory metadata = ILabToken.Metadata(labId, alice, keyOf(labId), HASH);
        bytes memory foreign = sign(0x57, termsHash(labId));
        address accepting = address(new AcceptsEverySignature());
        vm.etch(alice, abi.encodePacked(hex"ef0100", address(labNft)));
        vm.assertFalse(permissioner.isValidSignature(metadata, alice, foreign));
        vm.assertFalse(permissioner.isValidSignature(metadata, alice, ""));
        vm.etch(alice, abi.encodePacked(hex"ef0100", accepting));
        vm.assertTrue(permissioner.isValidSignature(metadata, alice, foreign));
        vm.assertFalse(permissioner.isValidSignature(metadata, address(0), ""));
        vm.assertFalse(permissioner.isValidSignature(metadata, outsider, sign(ALICE_KEY, termsHash(labId))));
    }

    function testFuzz_theTermsNameTheChain(uint64 chainId) external {
        vm.assume(chainId != 0);
        bytes32 here = termsHash(ILabToken.Metadata(161, alice, "k", bytes32(uint256(0xabc))));
        uint256 before = block.chainid;
        vm.chainId(chainId);
        string memory text = permissioner.specificTermsV1(ILabToken.Metadata(161, alice, "k", bytes32(uint256(0xabc))));
        vm.assertEq(
            text,
            string.concat(
                "As a token holder of Lab #161, I accept all terms of the membership agreement k with content hash 0x0000000000000000000000000000000000000000000000000000000000000abc.\n\nChain Id: ",
                vm.toString(uint256(chainId)),
                "\nVersion: 1"
            )
        );
        ILabToken.Metadata memory metadata = ILabToken.Metadata(161, alice, "k", bytes32(uint256(0xabc)));
        vm.assertEq(permissioner.isValidSignature(metadata, alice, sign(ALICE_KEY, here)), chainId == before);
    }

    function test_aSafeTokenizesTheLabItHolds() external {
        address safe = newSafe(alice);
        (, uint256 labId, ) = mintLab(safe);
        bytes memory signature = sign(ALICE_KEY, ISafe(safe).getMessageHash(abi.encode(termsHash(labId))));
        vm.prank(safe);
        ILabToken token = tokenizer.tokenize(labId, 7, "VITA", keyOf(labId), HASH, signature);
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
        ILabToken.Metadata memory metadata = ILabToken.Metadata(1, alice, "key", HASH);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IOclTermsPermissioner.OnlyTokenizer.selector, alice));
        permissioner.accept(address(1), metadata, alice, "");
    }

    function _refuseKey(uint256 labId, string memory key) private {
        bytes memory signature = sign(ALICE_KEY, termsHash(ILabToken.Metadata(labId, address(0), key, HASH)));
        _expect(IOclTokenizer.InvalidS3Key.selector, alice, labId, key, signature);
    }

    function _slice(bytes memory all, uint256 from, uint256 to) private pure returns (bytes memory part) {
        part = new bytes(to - from);
        for (uint256 i = 0; i < part.length; ++i) part[i] = all[from + i];
    }

    function _expect(bytes4 reason, address by, uint256 labId, string memory key, bytes memory signature) private {
        vm.prank(by);
        vm.expectRevert(reason);
        tokenizer.tokenize(labId, 1, "VITA", key, HASH, signature);
    }
}
