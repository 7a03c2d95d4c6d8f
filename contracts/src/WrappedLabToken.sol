// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ILabToken} from "./interfaces/ILabToken.sol";
import {IOclTokenizer} from "./interfaces/IOclTokenizer.sol";
import {ForeignToken} from "./libraries/ForeignToken.sol";
import {LabTokenArgs} from "./libraries/LabTokenArgs.sol";
import {LabTokenUri} from "./libraries/LabTokenUri.sol";

/// @title WrappedLabToken
/// @notice Read-only view of an existing token: the lab's metadata, and name, symbol and supply of the token. Transfers
/// happen in the underlying token. The decimals are those of the moment at which the token was attached: a token that
/// changes them changes the meaning of every amount, and `decimalsHaveChanged` says so. Every lab can attach every token:
/// `right` and the description in `uri` say whether this one proved a right to it.
contract WrappedLabToken is ILabToken {
    IOclTokenizer private immutable TOKENIZER;

    /// @notice Only the tokenizer creates it.
    constructor() {
        TOKENIZER = IOclTokenizer(msg.sender);
    }

    /// @inheritdoc ILabToken
    function issue(address, uint256) external pure {
        revert WrappedTokenIsReadOnly();
    }

    /// @inheritdoc ILabToken
    function cap() external pure {
        revert WrappedTokenIsReadOnly();
    }

    /// @inheritdoc ILabToken
    /// @dev Always false, because the lab cannot cap the underlying supply.
    function capped() external pure returns (bool) {
        return false;
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
                    address(wrappedToken()),
                    name(),
                    symbol(),
                    decimals(),
                    totalSupply(),
                    string.concat("Attached by Lab #", Strings.toString(labId()), ": ", _right())
                ),
                LabTokenArgs.metadataOf(LabTokenArgs.load())
            );
    }

    /// @inheritdoc ILabToken
    function totalIssued() external view returns (uint256) {
        return totalSupply();
    }

    /// @notice Whether the underlying token answers with other decimals now than when it was attached, or with none.
    function decimalsHaveChanged() external view returns (bool) {
        (bool readable, uint256 present) = ForeignToken.decimals(address(wrappedToken()));
        return !readable || present != decimals();
    }

    /// @notice The balance in the underlying token.
    function balanceOf(address account) external view returns (uint256) {
        return wrappedToken().balanceOf(account);
    }

    /// @inheritdoc ILabToken
    function labId() public view returns (uint256) {
        return LabTokenArgs.labIdOf(LabTokenArgs.load());
    }

    /// @notice What `IOclTokenizer.rightOf` says of the lab now: `CLAIMED` proves nothing.
    function right() public view returns (IOclTokenizer.Right) {
        return TOKENIZER.rightOf(labId());
    }

    /// @notice The underlying token.
    function wrappedToken() public view returns (IERC20Metadata) {
        return IERC20Metadata(address(bytes20(LabTokenArgs.tagOf(LabTokenArgs.load()))));
    }

    /// @notice `name` of the underlying token.
    function name() public view returns (string memory) {
        return wrappedToken().name();
    }

    /// @notice `symbol` of the underlying token.
    function symbol() public view returns (string memory) {
        return wrappedToken().symbol();
    }

    /// @notice `decimals` of the underlying token when it was attached; at most 18.
    function decimals() public view returns (uint8) {
        return uint8(LabTokenArgs.tagOf(LabTokenArgs.load())[20]);
    }

    /// @notice `totalSupply` of the underlying token.
    function totalSupply() public view returns (uint256) {
        return wrappedToken().totalSupply();
    }

    function _right() private view returns (string memory) {
        IOclTokenizer.Right present = right();
        if (present == IOclTokenizer.Right.PROVED) return "right proved";
        return present == IOclTokenizer.Right.CLAIMED ? "claimed, not proved" : "right proved earlier, not now";
    }
}
