// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {IAccount, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {LabNFT} from "../../src/LabNFT.sol";

/// @notice An ERC-4337 account that holds a lab, accepts every signature, and gives the lab to the buyer while one of its
/// own operations is validated.
contract SellsInValidation is IAccount {
    LabNFT private immutable LAB_NFT;
    address private immutable BUYER;
    uint256 public labId;

    constructor(LabNFT labNft, address buyer) {
        (LAB_NFT, BUYER) = (labNft, buyer);
    }

    function setLabId(uint256 labId_) external {
        labId = labId_;
    }

    function validateUserOp(PackedUserOperation calldata, bytes32, uint256) external returns (uint256) {
        LAB_NFT.transferFrom(address(this), BUYER, labId);
        return 0;
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
