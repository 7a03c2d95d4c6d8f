// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC165} from "@openzeppelin/contracts/interfaces/IERC165.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {BoundToken} from "./libraries/BoundToken.sol";
import {LabAccounts} from "./libraries/LabAccounts.sol";
import {OclId} from "./libraries/OclId.sol";
import {OwnershipCircle} from "./libraries/OwnershipCircle.sol";
import {OnChainLabFactory} from "./OnChainLabFactory.sol";

/// @title LabNFT
/// @notice Not upgradeable, so that nobody can change which account belongs to which lab. The owner of this contract
/// sets the fee within its bound, withdraws it, and says where wallets read names and pictures. It can neither move a lab
/// nor act for one.
contract LabNFT is ILabNFT, ERC721, Ownable2Step {
    /// @inheritdoc ILabNFT
    uint256 public constant MAX_MINT_FEE_WEI = 0.1 ether;

    uint256 private immutable CANONICAL_CHAIN_ID = block.chainid;

    /// @inheritdoc ILabNFT
    address public immutable accountImplementation;

    /// @inheritdoc ILabNFT
    address public immutable factory;

    /// @dev Shares a slot with the fee, and with nothing else: a mint needs both. Token ids have 80 bits.
    uint128 private nextId = 1;

    uint128 private feeWei;

    /// @inheritdoc ILabNFT
    string public baseURI;

    /// @notice Creates the factory too, because each of the two names the other, so that nothing is left to configure.
    /// @param initialOwner Owner of the collection.
    /// @param accountImplementation_ The code behind every account.
    /// @param initialMintFeeWei At most `MAX_MINT_FEE_WEI`.
    /// @param initialBaseURI Base of the metadata; empty for none.
    constructor(
        address initialOwner,
        address accountImplementation_,
        uint256 initialMintFeeWei,
        string memory initialBaseURI
    ) ERC721("Lab", "LAB") Ownable(initialOwner) {
        if (accountImplementation_ == address(0)) revert ZeroAddress();
        if (accountImplementation_.code.length == 0) revert AddressWithoutCode(accountImplementation_);
        accountImplementation = accountImplementation_;
        factory = address(new OnChainLabFactory(this, accountImplementation_));
        if (bytes(initialBaseURI).length != 0) _setBaseURI(initialBaseURI);
        _setMintFeeWei(initialMintFeeWei);
    }

    /// @inheritdoc ILabNFT
    function setMintFeeWei(uint256 newFeeWei) external onlyOwner {
        _setMintFeeWei(newFeeWei);
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
    function setBaseURI(string calldata newBaseURI) external onlyOwner {
        _setBaseURI(newBaseURI);
    }

    /// @inheritdoc ILabNFT
    function refreshMetadata(uint256 tokenId) external {
        address holder = _requireOwned(tokenId);
        if (msg.sender != owner()) _checkAuthorized(holder, msg.sender, tokenId);
        emit MetadataUpdate(tokenId);
    }

    /// @inheritdoc ILabNFT
    /// @dev No receiver hook, because it would run before the account is deployed.
    function mint(address to) external payable returns (uint256 tokenId, address account) {
        if (msg.sender != factory) revert OnlyFactory(msg.sender);
        if (msg.value != feeWei) revert InsufficientMintFee(msg.value, feeWei);
        tokenId = nextId;
        account = _accountOf(tokenId);
        bytes32 oclId = OclId.pack(tokenId, account);
        nextId = uint128(tokenId + 1);
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

    /// @inheritdoc ILabNFT
    function mintFeeWei() external view returns (uint256) {
        return feeWei;
    }

    /// @inheritdoc ILabNFT
    function isInCircle(uint256 tokenId) external view returns (bool) {
        return OwnershipCircle.exists(_requireOwned(tokenId), _accountOf(tokenId), CANONICAL_CHAIN_ID);
    }

    /// @inheritdoc ILabNFT
    function nextTokenId() external view returns (uint256) {
        return nextId;
    }

    /// @inheritdoc ILabNFT
    function contractURI() external view returns (string memory) {
        return bytes(baseURI).length == 0 ? "" : string.concat(baseURI, "collection");
    }

    /// @inheritdoc ILabNFT
    function tokenURI(uint256 tokenId) public view override(ILabNFT, ERC721) returns (string memory) {
        _requireOwned(tokenId);
        if (bytes(baseURI).length == 0) return "";
        bytes32 oclId = OclId.pack(tokenId, _accountOf(tokenId));
        return string.concat(baseURI, Strings.toHexString(uint256(oclId), 32));
    }

    /// @notice ERC-165: ERC-721, its metadata extension, and ERC-4906.
    function supportsInterface(bytes4 interfaceId) public view override(ERC721, IERC165) returns (bool) {
        return interfaceId == 0x49064906 || super.supportsInterface(interfaceId);
    }

    /// @notice Always reverts, because nobody could withdraw the fees, lower the price or set the base URI.
    function renounceOwnership() public pure override(Ownable) {
        revert RenounceOwnershipDisabled();
    }

    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        address account = _accountOf(tokenId);
        _requireNotBoundToLab(to, account);
        from = super._update(to, tokenId, auth);
        if (from != to) emit OclTransfer(OclId.pack(tokenId, account), from, to, tokenId);
    }

    /// @dev Reads the receiver's code, to reject deployed accounts of every implementation and salt. An address says
    /// nothing before its code is deployed, so the two that are most likely are compared: the lab's own account, and
    /// that of the next lab, which its mint deploys.
    function _requireNotBoundToLab(address to, address account) private view {
        (bool bound, uint256 chainId, address tokenContract, ) = BoundToken.read(to);
        if (
            (bound && chainId == CANONICAL_CHAIN_ID && tokenContract == address(this)) ||
            to == account ||
            to == _accountOf(nextId)
        ) revert TransferToBoundAccountForbidden(to);
    }

    function _setMintFeeWei(uint256 newFeeWei) private {
        if (newFeeWei > MAX_MINT_FEE_WEI) revert MintFeeTooHigh(newFeeWei, MAX_MINT_FEE_WEI);
        emit MintFeeUpdated(feeWei, newFeeWei);
        feeWei = uint128(newFeeWei);
    }

    function _setBaseURI(string memory newBaseURI) private {
        baseURI = newBaseURI;
        emit BaseURIUpdated(newBaseURI);
        emit ContractURIUpdated();
        emit BatchMetadataUpdate(1, type(uint256).max);
    }

    function _accountOf(uint256 tokenId) private view returns (address) {
        return LabAccounts.addressOf(accountImplementation, CANONICAL_CHAIN_ID, address(this), tokenId);
    }
}
