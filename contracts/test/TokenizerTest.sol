// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {ILabToken} from "../src/interfaces/ILabToken.sol";
import {LabToken} from "../src/LabToken.sol";
import {OclTermsPermissioner} from "../src/OclTermsPermissioner.sol";
import {OclTokenizer} from "../src/OclTokenizer.sol";
import {WrappedLabToken} from "../src/WrappedLabToken.sol";
import {SafeDeployment} from "./SafeDeployment.sol";

/// @notice Labs with a tokenizer, and helpers for signatures.
abstract contract TokenizerTest is SafeDeployment {
    string internal constant KEY = "0x0101/agreements/1.json";
    bytes32 internal constant HASH = keccak256("the agreement");

    OclTokenizer internal tokenizer;
    OclTermsPermissioner internal permissioner;

    function setUp() public virtual override {
        super.setUp();
        bytes memory initialize = abi.encodeCall(OclTokenizer.initialize, (admin));
        tokenizer = OclTokenizer(address(new ERC1967Proxy(address(new OclTokenizer(labNft)), initialize)));
        permissioner = new OclTermsPermissioner(address(tokenizer));
        address labToken = address(new LabToken(tokenizer));
        address wrappedLabToken = address(new WrappedLabToken());
        vm.startPrank(admin);
        tokenizer.setPermissioner(permissioner);
        tokenizer.setLabTokenImplementation(labToken);
        tokenizer.setWrappedLabTokenImplementation(wrappedLabToken);
        vm.stopPrank();
    }

    function termsHash(uint256 labId) internal view returns (bytes32) {
        ILabToken.Metadata memory metadata = ILabToken.Metadata(labId, address(0), KEY, HASH);
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
        token = LabToken(address(tokenizer.tokenize(labId, amount, "VITA", KEY, HASH, signature)));
    }
}
