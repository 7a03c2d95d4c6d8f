// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {LabToken} from "../src/LabToken.sol";
import {OclTermsPermissioner} from "../src/OclTermsPermissioner.sol";
import {OclTokenizer} from "../src/OclTokenizer.sol";
import {LabAccounts} from "../src/libraries/LabAccounts.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {OclTokenizerPolicy} from "../src/OclTokenizerPolicy.sol";
import {SafeDeployment} from "./SafeDeployment.sol";

/// @notice Labs with a tokenizer, and helpers for signatures.
abstract contract TokenizerTest is SafeDeployment {
    bytes32 internal constant HASH = keccak256("the agreement");

    OclTokenizer internal tokenizer;
    OclTokenizerPolicy internal policy;
    OclTermsPermissioner internal permissioner;

    function setUp() public virtual override {
        super.setUp();
        tokenizer = new OclTokenizer(labNft, address(new OclTokenizerPolicy()), admin, guardian);
        policy = OclTokenizerPolicy(address(tokenizer.policy()));
        permissioner = OclTermsPermissioner(address(tokenizer.permissioner()));
    }

    /// @notice Key of an agreement of the lab. Computed without a call, so that it does not use up a prank.
    function keyOf(uint256 labId) internal view returns (string memory) {
        address account = LabAccounts.addressOf(address(implementation), block.chainid, address(labNft), labId);
        return string.concat(Strings.toHexString(uint256(OclId.pack(labId, account)), 32), "/agreements/1.json");
    }

    function termsHash(uint256 labId) internal view returns (bytes32) {
        return termsHash(ILabToken.Metadata(labId, address(0), keyOf(labId), HASH));
    }

    function termsHash(ILabToken.Metadata memory metadata) internal view returns (bytes32) {
        return MessageHashUtils.toEthSignedMessageHash(bytes(permissioner.specificTermsV1(metadata)));
    }

    function newLab() internal returns (uint256 labId) {
        (, labId, ) = mintLab(alice);
    }

    /// @notice A token of a new lab of alice.
    function newToken(uint256 amount) internal returns (LabToken token, uint256 labId) {
        labId = newLab();
        bytes memory signature = sign(ALICE_KEY, termsHash(labId));
        vm.prank(alice);
        token = LabToken(address(tokenizer.tokenize(labId, amount, "VITA", keyOf(labId), HASH, signature)));
    }

    /// @notice The JSON in the `data:` URL of a token.
    function jsonIn(string memory uri) internal pure returns (string memory) {
        bytes memory prefix = "data:application/json;base64,";
        bytes memory encoded = new bytes(bytes(uri).length - prefix.length);
        for (uint256 i = 0; i < encoded.length; ++i) encoded[i] = bytes(uri)[prefix.length + i];
        return string(Base64.decode(string(encoded)));
    }
}
