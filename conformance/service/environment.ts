export type Environment = 'local' | 'staging' | 'production';
