// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabNFT} from "../src/interfaces/ILabNFT.sol";
import {LabTest} from "./LabTest.sol";

contract LabNFTMetadataTest is LabTest {
    string private constant BASE = "https://labroom.example/metadata/";

    function test_withoutABaseThereAreNoUrls() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.assertEq(labNft.baseURI(), "");
        vm.assertEq(labNft.tokenURI(tokenId), "");
        vm.assertEq(labNft.contractURI(), "");
    }

    function test_urlsAreTheBaseAndTheId() external {
        (, uint256 tokenId, bytes32 oclId) = mintLab(alice);
        _setBase(BASE);
        vm.assertEq(labNft.baseURI(), BASE);
        vm.assertEq(labNft.tokenURI(tokenId), string.concat(BASE, Strings.toHexString(uint256(oclId), 32)));
        vm.assertEq(labNft.contractURI(), "https://labroom.example/metadata/collection");
        _setBase("");
        vm.assertEq(labNft.tokenURI(tokenId), "");
        vm.assertEq(labNft.contractURI(), "");
    }

    function test_anUnmintedLabHasNoUrl() external {
        _setBase(BASE);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1));
        labNft.tokenURI(1);
    }

    function test_aNewBaseIsAnnouncedForAllLabs() external {
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.BaseURIUpdated(BASE);
        vm.expectEmit(true, true, true, true, address(labNft));
        emit ILabNFT.ContractURIUpdated();
        vm.expectEmit(true, true, true, true, address(labNft));
        emit IERC4906.BatchMetadataUpdate(1, type(uint256).max);
        _setBase(BASE);
    }

    function test_holderApprovedAndOwnerOfTheCollectionRefresh() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.prank(alice);
        labNft.approve(carol, tokenId);
        vm.prank(alice);
        labNft.setApprovalForAll(bob, true);
        address[4] memory callers = [alice, carol, bob, admin];
        for (uint256 i = 0; i < callers.length; ++i) {
            vm.expectEmit(true, true, true, true, address(labNft));
            emit IERC4906.MetadataUpdate(tokenId);
            vm.prank(callers[i]);
            labNft.refreshMetadata(tokenId);
        }
    }

    function test_outsidersDoNotRefresh() external {
        (, uint256 tokenId, ) = mintLab(alice);
        vm.prank(outsider);
        vm.expectRevert(
            abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, outsider, tokenId)
        );
        labNft.refreshMetadata(tokenId);
        vm.prank(outsider);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, tokenId + 1));
        labNft.refreshMetadata(tokenId + 1);
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, tokenId + 1));
        labNft.refreshMetadata(tokenId + 1);
    }

    function test_itAnnouncesItsInterfaces() external view {
        bytes4[4] memory known = [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x49064906];
        for (uint256 i = 0; i < known.length; ++i) vm.assertTrue(labNft.supportsInterface(known[i]));
        vm.assertFalse(labNft.supportsInterface(0xffffffff));
    }

    function _setBase(string memory base) private {
        vm.prank(admin);
        labNft.setBaseURI(base);
    }
}
