// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {OclId} from "../src/libraries/OclId.sol";
import {Vm} from "./Vm.sol";

contract OclIdTest {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    string private vectors;

    function setUp() external {
        vectors = vm.readFile("contracts/vectors/ocl-id.json");
    }

    function pack(uint256 tokenId, address account) external pure returns (bytes32) {
        return OclId.pack(tokenId, account);
    }

    function test_packsAndUnpacksEveryVector() external view {
        uint256 count = 0;
        for (; vm.keyExistsJson(vectors, _key(".valid", count, "")); ++count) {
            uint256 tokenId = vm.parseJsonUint(vectors, _key(".valid", count, ".tokenId"));
            address account = vm.parseJsonAddress(vectors, _key(".valid", count, ".account"));
            bytes32 oclId = vm.parseJsonBytes32(vectors, _key(".valid", count, ".oclId"));
            vm.assertEq(OclId.pack(tokenId, account), oclId);
            (bool wellFormed, uint256 unpackedId, address unpackedAccount) = OclId.unpack(oclId);
            vm.assertTrue(wellFormed);
            vm.assertEq(unpackedId, tokenId);
            vm.assertEq(unpackedAccount, account);
        }
        vm.assertTrue(count >= 5, "vectors are missing");
    }

    function test_refusesEveryMalformedVector() external view {
        uint256 count = 0;
        for (; vm.keyExistsJson(vectors, _key(".malformed", count, "")); ++count) {
            (bool wellFormed, , ) = OclId.unpack(
                vm.parseJsonBytes32(vectors, _key(".malformed", count, ".oclId"))
            );
            vm.assertFalse(wellFormed);
        }
        vm.assertTrue(count >= 5, "vectors are missing");
    }

    function test_refusesATokenIdOfMoreThan80Bits() external {
        uint256 tokenId = vm.parseJsonUint(vectors, ".tokenIdTooLarge");
        vm.expectRevert(abi.encodeWithSelector(ILabNFT.TokenIdTooLarge.selector, tokenId));
        this.pack(tokenId, address(1));
    }

    function test_refusesTheZeroAccount() external {
        vm.expectRevert(ILabNFT.ZeroAddressOclId.selector);
        this.pack(1, address(0));
    }

    function testFuzz_packAndUnpackAreInverse(uint80 tokenId, address account) external pure {
        vm.assume(account != address(0));
        bytes32 oclId = OclId.pack(tokenId, account);
        (bool wellFormed, uint256 unpackedId, address unpackedAccount) = OclId.unpack(oclId);
        vm.assertTrue(wellFormed);
        vm.assertEq(unpackedId, tokenId);
        vm.assertEq(unpackedAccount, account);
    }

    function testFuzz_whatUnpacksPacksToTheSameBytes(bytes32 oclId) external pure {
        bytes32 candidate = bytes32((uint256(oclId) & (type(uint256).max >> 16)) | (0x0101 << 240));
        (bool wellFormed, uint256 tokenId, address account) = OclId.unpack(candidate);
        vm.assume(wellFormed);
        vm.assertEq(OclId.pack(tokenId, account), candidate);
    }

    function _key(string memory list, uint256 index, string memory field) private pure returns (string memory) {
        return string.concat(list, "[", vm.toString(index), "]", field);
    }
}
