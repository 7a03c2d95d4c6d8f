// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILabNFT} from "./interfaces/ILabNFT.sol";
import {IOnChainLabFactory} from "./interfaces/IOnChainLabFactory.sol";
import {LabAccounts} from "./libraries/LabAccounts.sol";

/// @title OnChainLabFactory
/// @notice Has no state and no rights: the fee, the token id and the account come from the LabNFT.
contract OnChainLabFactory is IOnChainLabFactory {
    /// @inheritdoc IOnChainLabFactory
    ILabNFT public immutable labNft;

    address private immutable ACCOUNT_IMPLEMENTATION;

    /// @notice Only the LabNFT creates it, in its constructor, so it cannot be asked for the implementation yet.
    constructor(ILabNFT labNft_, address accountImplementation) {
        (labNft, ACCOUNT_IMPLEMENTATION) = (labNft_, accountImplementation);
    }

    /// @inheritdoc IOnChainLabFactory
    /// @dev Anyone can have deployed the account before, because its address is predictable. The registry then returns
    /// it.
    function mintAndCreateAccount(address to) external payable returns (address account, uint256 tokenId) {
        (tokenId, account) = labNft.mint{value: msg.value}(to);
        address created = LabAccounts.REGISTRY.createAccount(
            ACCOUNT_IMPLEMENTATION,
            LabAccounts.SALT,
            block.chainid,
            address(labNft),
            tokenId
        );
        if (created != account) revert AccountMismatch(account, created);
        emit AccountProvisioned(account, to, tokenId);
    }
}
