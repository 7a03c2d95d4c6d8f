'use client';
import { Component, type ReactNode } from 'react';

/** Shows a sentence in place of a text of others that cannot be drawn, so that the page around it stays. */
export class TextBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? (
      <p className="text-sm text-ink2">This text cannot be shown.</p>
    ) : (
      this.props.children
    );
  }
}
