// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ERC7739Utils} from "@openzeppelin/contracts/utils/cryptography/draft-ERC7739Utils.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {LabAccount} from "../src/LabAccount.sol";
import {ISafe, SafeDeployment} from "./SafeDeployment.sol";
import {OwnedSigner} from "./actors/OwnedSigner.sol";
import {Recorder} from "./actors/Recorder.sol";

contract LabAccountSignatureTest is SafeDeployment {
    bytes private constant TEXT = "labroom.example wants you to sign in";
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    LabAccount private account;
    uint256 private tokenId;

    function setUp() public override {
        super.setUp();
        (account, tokenId, ) = mintLab(alice);
    }

    function testFuzz_theHolderAnswersPersonalSignForTheAccount(bytes memory text) external view {
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, text));
        _assertValid(account, MessageHashUtils.toEthSignedMessageHash(text), signature);
    }

    function test_aSignatureForOneAccountSaysNothingForAnotherOfTheSameHolder() external {
        (LabAccount other, , ) = mintLab(alice);
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, TEXT));
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        _assertValid(account, hash, signature);
        _assertInvalid(other, hash, signature);
    }

    function test_aSignatureForOneTextSaysNothingForAnother() external view {
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, TEXT));
        _assertInvalid(account, MessageHashUtils.toEthSignedMessageHash(bytes("another text")), signature);
    }

    function test_aSignatureForAnotherChainIsRefused() external {
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        uint256 home = block.chainid;
        vm.chainId(10);
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, TEXT));
        vm.chainId(home);
        _assertInvalid(account, hash, signature);
    }

    function test_theHoldersOwnSignatureIsNotTheAccounts() external view {
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        _assertInvalid(account, hash, sign(ALICE_KEY, hash));
    }

    function test_oneWhoSoldTheLabSignsNoMore() external {
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, TEXT));
        vm.prank(alice);
        labNft.transferFrom(alice, bob, tokenId);
        _assertInvalid(account, MessageHashUtils.toEthSignedMessageHash(TEXT), signature);
    }

    function test_aOutsiderCannotSign() external view {
        bytes memory signature = sign(0x57, personalSignHash(account, TEXT));
        _assertInvalid(account, MessageHashUtils.toEthSignedMessageHash(TEXT), signature);
    }

    function testFuzz_noiseIsRefusedWithoutRevert(bytes32 hash, bytes memory noise) external view {
        vm.assume(noise.length != 0);
        _assertInvalid(account, hash, noise);
    }

    function test_itAnnouncesErc7739() external view {
        bytes32 probe = 0x7739773977397739773977397739773977397739773977397739773977397739;
        vm.assertEq(bytes32(account.isValidSignature(probe, "")), bytes32(bytes4(0x77390001)));
    }

    function test_theHolderAnswersTypedDataInTheNestedForm() external view {
        bytes32 appDomain = keccak256("the domain separator of some app");
        bytes32 contents = keccak256("the struct hash of its message");
        bytes32 nested = keccak256(
            abi.encode(
                keccak256(
                    "TypedDataSign(Vote contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)Vote(bool yes)"
                ),
                contents,
                keccak256("LabAccount"),
                keccak256("1"),
                block.chainid,
                address(account),
                bytes32(0)
            )
        );
        bytes memory signature = ERC7739Utils.encodeTypedDataSig(
            sign(ALICE_KEY, MessageHashUtils.toTypedDataHash(appDomain, nested)),
            appDomain,
            contents,
            "Vote(bool yes)"
        );
        _assertValid(account, MessageHashUtils.toTypedDataHash(appDomain, contents), signature);
    }

    function test_aSafeAnswersForTheLabItHolds() external {
        (LabAccount held, , ) = mintLab(newSafe(alice));
        bytes32 hash = personalSignHash(held, TEXT);
        bytes32 safeHash = ISafe(held.owner()).getMessageHash(abi.encode(hash));
        bytes32 textHash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        _assertValid(held, textHash, sign(ALICE_KEY, safeHash));
        _assertInvalid(held, textHash, sign(ALICE_KEY, hash));
        _assertInvalid(held, textHash, sign(0xb0b, safeHash));
    }

    /// @dev EIP-7702: the code of a key that delegates knows no ERC-1271 here, and the key signs as before.
    function test_aHolderThatDelegatesItsKeySigns() external {
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, TEXT));
        bytes memory foreign = sign(0x57, personalSignHash(account, TEXT));
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        vm.etch(alice, abi.encodePacked(hex"ef0100", address(new Recorder())));
        _assertValid(account, hash, signature);
        _assertInvalid(account, hash, foreign);
    }

    function test_aHolderThatDelegatesItsKeyToAWalletSignsByErc1271Too() external {
        bytes memory byWallet = sign(0x57, personalSignHash(account, TEXT));
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        vm.etch(alice, abi.encodePacked(hex"ef0100", address(new OwnedSigner(outsider))));
        _assertValid(account, hash, byWallet);
        _assertValid(account, hash, sign(ALICE_KEY, personalSignHash(account, TEXT)));
        _assertInvalid(account, hash, sign(0xb0b, personalSignHash(account, TEXT)));
    }

    /// @dev Only the code of a delegation lets the key sign: a contract of the same length does not.
    function test_theKeyOfAContractsAddressDoesNotSign() external {
        bytes memory signature = sign(ALICE_KEY, personalSignHash(account, TEXT));
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(TEXT);
        vm.etch(alice, abi.encodePacked(hex"600000", address(this)));
        _assertInvalid(account, hash, signature);
        vm.etch(alice, address(new Recorder()).code);
        _assertInvalid(account, hash, signature);
    }

    function personalSignHash(LabAccount target, bytes memory text) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("LabAccount"), keccak256("1"), block.chainid, address(target))
        );
        bytes memory prefixed = abi.encodePacked("\x19Ethereum Signed Message:\n", vm.toString(text.length), text);
        bytes32 structHash = keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), keccak256(prefixed)));
        return MessageHashUtils.toTypedDataHash(domain, structHash);
    }

    function _assertValid(LabAccount target, bytes32 hash, bytes memory signature) private view {
        bytes4 answer = target.isValidSignature(hash, signature);
        vm.assertEq(bytes32(answer), bytes32(IERC1271.isValidSignature.selector));
    }

    function _assertInvalid(LabAccount target, bytes32 hash, bytes memory signature) private view {
        vm.assertEq(bytes32(target.isValidSignature(hash, signature)), bytes32(bytes4(0xffffffff)));
    }
}
