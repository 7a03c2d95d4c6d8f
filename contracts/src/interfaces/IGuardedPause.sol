// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// @title A pause that a guardian begins at once and that ends by itself
/// @notice The guardian answers an emergency within a block, the owner within its delay. A stolen guardian must not stop
/// anything without end: its pause lasts 7 days, and it cannot pause again within 30 days of the beginning of the last one,
/// also where the owner ended that one early. A pause of the owner has no end.
interface IGuardedPause {
    /// @param newGuardian Who may pause from now on besides the owner; zero for nobody.
    event GuardianUpdated(address newGuardian);

    /// @notice The present pause ends at `until`, in seconds since 1970; zero: it has no end. Follows `Paused`, and
    /// stands alone where the owner takes over a pause of the guardian.
    event PauseEnds(uint48 until);

    /// @notice Only the guardian and the owner can pause.
    error MustGuard(address caller);

    /// @notice The guardian has paused before and can do so again from `from` on.
    error GuardianMustWait(uint48 from);

    /// @notice Sets who may pause besides the owner. Only for the owner; zero for nobody. A pause that runs goes on.
    function setGuardian(address newGuardian) external;

    /// @notice Begins a pause: of 7 days for the guardian, without end for the owner. The owner also takes over a pause
    /// of the guardian, which then has no end. Fails with `MustGuard`, `GuardianMustWait` or `EnforcedPause`.
    function pause() external;

    /// @notice Ends a pause. Only for the owner, at any time.
    function unpause() external;

    /// @notice Who may pause besides the owner; zero for nobody.
    function guardian() external view returns (address);

    /// @notice When the present pause ends by itself; zero if there is none or it has no end.
    function pausedUntil() external view returns (uint48);

    /// @notice From when on an account may pause, if it is the guardian then; zero if it never paused as the guardian.
    function mayPauseFrom(address account) external view returns (uint48);
}
