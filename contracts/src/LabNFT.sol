// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {BoundToken} from "./libraries/BoundToken.sol";
import {LabAccounts} from "./libraries/LabAccounts.sol";
import {OclId} from "./libraries/OclId.sol";

/// @title LabNFT
/// @notice Not upgradeable, so that nobody can change which account belongs to which lab. The owner of this contract
/// sets and withdraws the fee and sets the factory once. It has no power over labs.
contract LabNFT is ILabNFT, ERC721, Ownable2Step {
    uint256 private immutable CANONICAL_CHAIN_ID = block.chainid;

    /// @inheritdoc ILabNFT
    address public immutable accountImplementation;

    /// @inheritdoc ILabNFT
    address public factory;

    /// @inheritdoc ILabNFT
    uint256 public mintFeeWei;

    /// @inheritdoc ILabNFT
    uint256 public nextTokenId = 1;

    constructor(
        address initialOwner,
        address accountImplementation_,
        uint256 initialMintFeeWei
    ) ERC721("Lab", "LAB") Ownable(initialOwner) {
        if (accountImplementation_ == address(0)) revert ZeroAddress();
        accountImplementation = accountImplementation_;
        mintFeeWei = initialMintFeeWei;
        emit MintFeeUpdated(0, initialMintFeeWei);
    }

    /// @inheritdoc ILabNFT
    function setFactory(address factory_) external onlyOwner {
        if (factory_ == address(0)) revert ZeroAddress();
        if (factory != address(0)) revert FactoryAlreadySet();
        factory = factory_;
        emit FactoryUpdated(factory_);
    }

    /// @inheritdoc ILabNFT
    function setMintFeeWei(uint256 newFeeWei) external onlyOwner {
        emit MintFeeUpdated(mintFeeWei, newFeeWei);
        mintFeeWei = newFeeWei;
    }

    /// @inheritdoc ILabNFT
    function withdrawFees(address payable to) external onlyOwner {
        if (to == address(0)) revert ZeroAddress();
        uint256 amount = address(this).balance;
        emit FeesWithdrawn(to, amount);
        (bool sent, ) = to.call{value: amount}("");
        if (!sent) revert WithdrawalFailed();
    }

    /// @inheritdoc ILabNFT
    /// @dev No receiver hook, because it would run before the account is deployed.
    function mint(address to) external payable returns (uint256 tokenId, address account) {
        if (msg.sender != factory) revert OnlyFactory(msg.sender);
        if (msg.value != mintFeeWei) revert InsufficientMintFee(msg.value, mintFeeWei);
        tokenId = nextTokenId;
        account = _accountOf(tokenId);
        bytes32 oclId = OclId.pack(tokenId, account);
        nextTokenId = tokenId + 1;
        emit OclIdentityCreated(account, oclId, tokenId, LabAccounts.SALT, CANONICAL_CHAIN_ID);
        _mint(to, tokenId);
    }

    /// @inheritdoc ILabNFT
    function accountOf(uint256 tokenId) external view returns (address) {
        _requireOwned(tokenId);
        return _accountOf(tokenId);
    }

    /// @inheritdoc ILabNFT
    function oclIdOf(uint256 tokenId) external view returns (bytes32) {
        _requireOwned(tokenId);
        return OclId.pack(tokenId, _accountOf(tokenId));
    }

    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        _requireNotBoundToLab(to);
        from = super._update(to, tokenId, auth);
        if (from != to) emit OclTransfer(OclId.pack(tokenId, _accountOf(tokenId)), from, to, tokenId);
    }

    /// @dev Checks the receiver's code only, to reject accounts of every implementation and salt.
    function _requireNotBoundToLab(address to) private view {
        (bool bound, uint256 chainId, address tokenContract, ) = BoundToken.read(to);
        if (bound && chainId == CANONICAL_CHAIN_ID && tokenContract == address(this)) {
            revert TransferToBoundAccountForbidden(to);
        }
    }

    function _accountOf(uint256 tokenId) private view returns (address) {
        return LabAccounts.addressOf(accountImplementation, CANONICAL_CHAIN_ID, address(this), tokenId);
    }
}
