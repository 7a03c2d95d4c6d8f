// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC7821} from "@openzeppelin/contracts/interfaces/draft-IERC7821.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {PersonAccount} from "../src/PersonAccount.sol";
import {PersonAccountFactory} from "../src/PersonAccountFactory.sol";
import {EntryPointTest} from "./EntryPointTest.sol";

/// @notice Accounts with passkeys, and assertions as an authenticator makes them.
abstract contract PersonAccountTest is EntryPointTest {
    uint256 internal constant P256_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;
    bytes32 internal constant BATCH = bytes32(uint256(1) << 248);
    bytes1 internal constant PRESENT_AND_VERIFIED = 0x05;

    /// @dev Private keys of two passkeys of one person, and of somebody else's.
    uint256 internal constant PHONE = 0xf0e;
    uint256 internal constant LAPTOP = 0x1a9;
    uint256 internal constant STRANGER = 0x57a;

    PersonAccountFactory internal accounts;
    /// @dev OpenZeppelin's `ERC7913WebAuthnVerifier`, with its published code.
    address internal verifier;
    PersonAccount internal account;

    function setUp() public virtual override {
        super.setUp();
        accounts = new PersonAccountFactory();
        verifier = deployArtifact("node_modules/@openzeppelin/contracts/build/contracts/ERC7913WebAuthnVerifier.json");
        account = newAccount(passkey(PHONE), 0);
    }

    function newAccount(bytes memory signer, uint256 number) internal returns (PersonAccount) {
        return PersonAccount(payable(accounts.createAccount(only(signer), number)));
    }

    function only(bytes memory signer) internal pure returns (bytes[] memory signers) {
        signers = new bytes[](1);
        signers[0] = signer;
    }

    function passkey(uint256 key) internal view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(key);
        return abi.encodePacked(verifier, x, y);
    }

    function wallet(address key) internal pure returns (bytes memory) {
        return abi.encodePacked(key);
    }

    /// @notice The signature of an account by one of its keys.
    function multi(bytes memory signer, bytes memory signature) internal pure returns (bytes memory) {
        return abi.encode(only(signer), only(signature));
    }

    function assertion(uint256 key, bytes32 hash) internal view returns (bytes memory) {
        return multi(passkey(key), rawAssertion(key, hash, PRESENT_AND_VERIFIED, "webauthn.get", false));
    }

    function rawAssertion(
        uint256 key,
        bytes32 hash,
        bytes1 flags,
        string memory kind,
        bool isHighS
    ) internal pure returns (bytes memory) {
        bytes memory data = abi.encodePacked(sha256("labroom.example"), flags, uint32(1));
        string memory json = string.concat(
            '{"type":"',
            kind,
            '","challenge":"',
            Base64.encodeURL(abi.encodePacked(hash)),
            '","origin":"https://labroom.example","crossOrigin":false}'
        );
        (bytes32 r, bytes32 s) = vm.signP256(key, sha256(abi.encodePacked(data, sha256(bytes(json)))));
        bool isHigh = uint256(s) > P256_N / 2;
        if (isHigh != isHighS) s = bytes32(P256_N - uint256(s));
        return abi.encode(r, s, 11 + bytes(kind).length, 1, data, json);
    }

    function batch(address to, bytes memory data) internal pure returns (bytes memory) {
        Execution[] memory calls = new Execution[](1);
        calls[0] = Execution(to, 0, data);
        return abi.encodeCall(IERC7821.execute, (BATCH, abi.encode(calls)));
    }

    function operationOf(
        PersonAccount sender,
        address to,
        bytes memory data
    ) internal view returns (PackedUserOperation memory) {
        return operationOf(sender, to, data, 0);
    }

    /// @param deadline Last second, in the nonce; 0 for none.
    function operationOf(
        PersonAccount sender,
        address to,
        bytes memory data,
        uint48 deadline
    ) internal view returns (PackedUserOperation memory operation) {
        operation.sender = address(sender);
        operation.nonce = entryPoint.getNonce(address(sender), uint192(deadline) << 144);
        operation.callData = batch(to, data);
        operation.accountGasLimits = bytes32((uint256(1_000_000) << 128) | 1_000_000);
    }

    function signedBy(
        uint256 key,
        PackedUserOperation memory operation
    ) internal view returns (PackedUserOperation memory) {
        operation.signature = assertion(key, _hash(operation));
        return operation;
    }

    /// @notice Sends one call of the account, signed by a passkey.
    function act(uint256 key, address to, bytes memory data) internal returns (bool) {
        return _handle(signedBy(key, operationOf(account, to, data)))[0];
    }
}
