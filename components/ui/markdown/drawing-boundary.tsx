'use client';
import { Component, type ReactNode } from 'react';

interface DrawingBoundaryProps {
  children: ReactNode;
  /** Stands in place of what cannot be drawn. */
  fallback: ReactNode;
}

/** Keeps a page with many texts of others, should one of them fail to be drawn. */
export class DrawingBoundary extends Component<DrawingBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
