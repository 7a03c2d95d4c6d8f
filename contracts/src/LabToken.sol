// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Burnable.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {ILabToken} from "./interfaces/ILabToken.sol";
import {Issuance} from "./libraries/Issuance.sol";
import {LabTokenArgs} from "./libraries/LabTokenArgs.sol";
import {LabTokenUri} from "./libraries/LabTokenUri.sol";

/// @title LabToken
/// @notice Implementation of the tokens that the tokenizer creates (EIP-1167 clones). A clone's code never changes. It
/// trusts two contracts, the LabNFT and the tokenizer, and neither can be upgraded.
contract LabToken is ILabToken, ERC20Burnable {
    ILabNFT private immutable LAB_NFT;
    address private immutable TOKENIZER;

    /// @inheritdoc ILabToken
    bool public capped;

    uint256 private burnt;

    /// @notice Only the tokenizer creates it.
    constructor(ILabNFT labNft) ERC20("", "") {
        (LAB_NFT, TOKENIZER) = (labNft, msg.sender);
    }

    modifier onlyController() {
        if (msg.sender != TOKENIZER && msg.sender != LAB_NFT.ownerOf(labId())) revert MustControlLab();
        _;
    }

    /// @inheritdoc ILabToken
    /// @dev Reverts if the total issued supply, including burned tokens, would exceed 256 bits.
    function issue(address receiver, uint256 amount) external onlyController {
        if (!Issuance.mayIssue(capped, totalSupply(), burnt, amount)) revert TokenCapped();
        _mint(receiver, amount);
    }

    /// @inheritdoc ILabToken
    function cap() external onlyController {
        if (capped) return;
        capped = true;
        emit Capped(totalIssued());
    }

    /// @inheritdoc ILabToken
    function metadata() external view returns (Metadata memory) {
        return LabTokenArgs.metadataOf(LabTokenArgs.load());
    }

    /// @inheritdoc ILabToken
    function uri() external view returns (string memory) {
        return
            LabTokenUri.render(
                LabTokenUri.Token(
                    address(this),
                    name(),
                    symbol(),
                    decimals(),
                    totalSupply(),
                    string.concat("Tokens of Lab #", Strings.toString(labId()))
                ),
                LabTokenArgs.metadataOf(LabTokenArgs.load())
            );
    }

    /// @inheritdoc ILabToken
    function totalIssued() public view returns (uint256) {
        return Issuance.total(totalSupply(), burnt);
    }

    /// @inheritdoc ILabToken
    function labId() public view returns (uint256) {
        return LabTokenArgs.labIdOf(LabTokenArgs.load());
    }

    /// @notice `Lab Tokens of Lab #<labId>`.
    function name() public view override returns (string memory) {
        return string.concat("Lab Tokens of Lab #", Strings.toString(labId()));
    }

    /// @notice The ticker its first controller chose.
    function symbol() public view override returns (string memory) {
        return string(LabTokenArgs.tagOf(LabTokenArgs.load()));
    }

    /// @inheritdoc ERC20Burnable
    /// @dev Burned tokens stay part of `totalIssued`.
    function burn(uint256 value) public override {
        super.burn(value);
        burnt = Issuance.afterBurn(burnt, value);
    }

    /// @inheritdoc ERC20Burnable
    function burnFrom(address account, uint256 value) public override {
        super.burnFrom(account, value);
        burnt = Issuance.afterBurn(burnt, value);
    }
}
